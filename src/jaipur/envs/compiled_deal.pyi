from typing import Self

class DealStream:
    def __new__(cls, seed: bytes, number: int) -> Self: ...
