"""Everything public exists, is documented, typed and listed; importing the library stays light."""

import ast
import inspect
import subprocess
import sys
from importlib.resources import files
from types import ModuleType

import pytest

import jaipur

# Names that other programs rely on, from the issue and the design.
FIXED = {
    "ACTIONS",
    "ACTION_TABLE_VERSION",
    "AfterState",
    "BOX",
    "CAMEL",
    "Camel",
    "Card",
    "Cards",
    "Deal",
    "Exchange",
    "Good",
    "IllegalMove",
    "ImpossiblePosition",
    "JaipurError",
    "LegalMoves",
    "MAX_LEGAL",
    "Match",
    "Move",
    "NotationError",
    "RULESETS",
    "RecordError",
    "ShuffleError",
    "Refusal",
    "Round",
    "Ruleset",
    "STANDARD",
    "Score",
    "Sell",
    "Take",
    "TakeCamels",
    "MoveEvaluation",
    "UnknownPlayer",
    "UnknownRuleset",
    "View",
    "analyse",
    "check_shuffle",
    "deal_from",
    "get_ruleset",
    "read_records",
    "redeal",
    "register_ruleset",
    "replay",
    "seed_bytes",
    "write_records",
}
MEMBERS = {
    "Match": "deal round rounds play why_not seals is_over winner turn ended by players "
    "seals_to_win seed ruleset view record from_record forfeit stop_round resign abandon "
    "is_between next_round decisions",
    "Round": "start deal build from_text to_text ruleset market hands herds deck discard tokens "
    "bonus goods_tokens bonus_tokens known shown first turn ply is_over end by rupees seal scores "
    "start_market history last at next_first opening legal_moves why_not play after forfeit stop "
    "view",
    "View": "to_json to_dict from_json from_dict market history moves tokens you opponent seats "
    "over",
    "Move": "parse from_action describe action",
    "Cards": "count counts goods camels",
    "AfterState": "draws bonus_pile market settle",
    "LegalMoves": "actions",
    "Refusal": "sentence",
    "Score": "goods bonus camel rupees bonus_tokens goods_tokens",
    "Ruleset": "name cards camels tokens bonus camel_token market_size deal_size hand_limit "
    "precious_minimum exchange_minimum camels_laid_out kinds_to_end",
}
COMPILED = ("round", "core/action_tables", "core/compiled_rules", "core/perft", "core/redeal")
ENGINE = ("adapt", "features", "flat", "handicap", "network", "one_ply", "search")


def test_everything_in_all_exists() -> None:
    assert [name for name in jaipur.__all__ if not hasattr(jaipur, name)] == []
    assert len(set(jaipur.__all__)) == len(jaipur.__all__)


def test_the_fixed_names_are_in_all() -> None:
    assert set(jaipur.__all__) >= FIXED


def test_nothing_public_is_missing_from_all() -> None:
    public = {
        name
        for name, thing in vars(jaipur).items()
        if not name.startswith("_") and not isinstance(thing, ModuleType)
    }
    assert public - set(jaipur.__all__) == set()


@pytest.mark.parametrize("name", sorted(set(MEMBERS) - {"View"}))
def test_the_fixed_members_are_there(name: str) -> None:
    missing = [
        member for member in MEMBERS[name].split() if not hasattr(getattr(jaipur, name), member)
    ]
    assert missing == []


def test_the_fixed_members_of_a_view_are_there() -> None:
    view = jaipur.Round.deal(seed=7).view(0)
    missing = [name for name in MEMBERS["View"].split() if not hasattr(view, name)]
    assert missing == []


def documented_things() -> list[tuple[str, object]]:
    """Every public class and function, with the public methods and properties of the classes."""
    found: list[tuple[str, object]] = []
    for name in jaipur.__all__:
        thing = getattr(jaipur, name)
        if not (inspect.isclass(thing) or callable(thing)) or name == "Card":
            continue
        found.append((name, thing))
        if inspect.isclass(thing):
            found += [
                (f"{name}.{member}", value)
                for member, value in vars(thing).items()
                if not member.startswith("_") and is_code(value)
            ]
    return found


def is_code(value: object) -> bool:
    kinds = (property, staticmethod, classmethod)
    return isinstance(value, kinds) or inspect.isroutine(value) or inspect.isgetsetdescriptor(value)


@pytest.mark.parametrize(
    ("name", "thing"), [pytest.param(*pair, id=pair[0]) for pair in documented_things()]
)
def test_everything_public_is_documented(name: str, thing: object) -> None:
    if name.split(".")[-1] in ("count", "index") and "tuple" in str(thing):
        return
    doc = inspect.getdoc(thing)
    assert doc, f"{name} has no docstring"
    assert doc.strip()[0].isupper() or doc.strip()[0] in "`(", name


def test_the_package_says_that_it_is_typed() -> None:
    assert (files("jaipur") / "py.typed").is_file()


@pytest.mark.parametrize(
    ("room", "name"),
    [*(("rules", name) for name in COMPILED), *(("engine", name) for name in ENGINE)],
)
def test_each_compiled_module_has_its_types(room: str, name: str) -> None:
    stub = (files("jaipur") / room / f"{name}.pyi").read_text("utf-8")
    assert ast.parse(stub).body


@pytest.mark.parametrize("name", ["redeal", "Round", "AfterState", "LegalMoves"])
def test_what_is_compiled_is_in_its_types(name: str) -> None:
    module = getattr(jaipur, name).__module__.removeprefix("jaipur.").replace(".", "/")
    stub = ast.parse((files("jaipur") / f"{module}.pyi").read_text("utf-8"))
    named = {
        node.name: node for node in stub.body if isinstance(node, ast.ClassDef | ast.FunctionDef)
    }
    assert name in named
    node = named[name]
    if isinstance(node, ast.ClassDef):
        typed = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
        typed |= {
            part.target.id
            for part in node.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        }
        public = {member for member in vars(getattr(jaipur, name)) if not member.startswith("_")}
        assert public <= typed


def test_functions_in_python_have_types() -> None:
    for name, thing in documented_things():
        code = thing.__func__ if isinstance(thing, staticmethod | classmethod) else thing
        code = code.fget if isinstance(code, property) else code
        if inspect.isfunction(code):
            hints = inspect.get_annotations(code)
            arguments = set(inspect.signature(code).parameters) - {"self", "cls"}
            assert set(hints) >= arguments | {"return"}, name


def in_a_new_process(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_importing_the_library_imports_no_framework() -> None:
    heavy = "numpy torch rich typer click msgspec starlette hypothesis pytest"
    program = f"import jaipur, sys; print(*[m for m in {heavy.split()} if m in sys.modules])"
    assert in_a_new_process(program) == ""


def test_a_public_name_is_imported_on_first_use_and_then_kept() -> None:
    program = (
        "import jaipur, sys\n"
        "assert [m for m in sys.modules if m.startswith('jaipur.')] == ['jaipur.errors']\n"
        "assert jaipur.Good is sys.modules['jaipur.rules.cards'].Good is vars(jaipur)['Good']\n"
        "assert 'jaipur.rules.round' not in sys.modules"
    )
    assert in_a_new_process(program) == ""


def test_a_star_import_brings_every_public_name() -> None:
    program = "import jaipur\nfrom jaipur import *\nprint({*jaipur.__all__} - {*globals()})"
    assert in_a_new_process(program) == "set()"


def test_dir_lists_every_public_name_before_it_is_used() -> None:
    program = "import jaipur; print({*jaipur.__all__, '__version__'} - {*dir(jaipur)})"
    assert in_a_new_process(program) == "set()"


def test_packages_are_attributes_that_are_imported_on_first_use() -> None:
    program = (
        "import jaipur, sys\n"
        "assert {'arena', 'coach', 'engine', 'envs', 'players', 'rules'} <= {*dir(jaipur)}\n"
        "assert not {'importlib', 'typing', 'server', 'cli'} & {*dir(jaipur)}\n"
        "assert 'jaipur.players' not in sys.modules\n"
        "print(jaipur.players.NAMES[0])"
    )
    assert in_a_new_process(program) == "random"


def test_a_type_checker_sees_the_names_in_the_modules_that_they_are_imported_from() -> None:
    (guarded,) = (
        node
        for node in ast.parse(files("jaipur").joinpath("__init__.py").read_text()).body
        if isinstance(node, ast.If)
    )
    assert {
        alias.name: (node.module or "").removeprefix("jaipur.")
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    } == jaipur._MODULE_OF


def test_importing_the_library_prints_nothing_and_warns_of_nothing() -> None:
    assert in_a_new_process("import warnings; warnings.simplefilter('error'); import jaipur") == ""


def test_every_error_is_a_jaipur_error_with_a_code() -> None:
    errors = [
        getattr(jaipur, name)
        for name in jaipur.__all__
        if inspect.isclass(getattr(jaipur, name)) and issubclass(getattr(jaipur, name), Exception)
    ]
    assert len(errors) == 8
    for error in errors:
        assert issubclass(error, jaipur.JaipurError)
        assert error is jaipur.JaipurError or issubclass(error, ValueError)
        assert hasattr(error, "code") or error is jaipur.NotationError


def test_errors_survive_pickling() -> None:
    program = (
        "import jaipur, pickle\n"
        "for act in (lambda: jaipur.Round.deal(7).play('$K1'), lambda: jaipur.Move.parse('+X'),"
        " lambda: jaipur.replay({}), lambda: jaipur.get_ruleset('x')):\n"
        "    try: act()\n"
        "    except jaipur.JaipurError as error:\n"
        "        again = pickle.loads(pickle.dumps(error))\n"
        "        assert (type(again), str(again), again.code)"
        " == (type(error), str(error), error.code)\n"
    )
    assert in_a_new_process(program) == ""
