from typing import Self

class Stream:
    def __new__(cls, seed: bytes, number: int) -> Self: ...
