from typing import Self

from jaipur.rules.rulesets import Ruleset

class CompiledRules:
    ruleset: Ruleset
    def __new__(cls, ruleset: Ruleset) -> Self: ...

def compile_rules(ruleset: str | Ruleset) -> CompiledRules: ...
