from typing import Self

class SampleBlock:
    def __new__(
        cls, count: int, candidates: int, groups: int, learn: bool, compare: bool
    ) -> Self: ...
