"""A group of commands that imports a command's module only when that command runs.

The names and one-line helps come from a table, so `jaipur --help` and shell completion import no
command. Errors that are raised on purpose become one line on standard error and an exit code.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from jaipur.errors import JaipurError

__all__ = ["LazyGroup", "load_command", "print_os_error"]


class LazyGroup(TyperGroup):
    """Commands by name; a subclass fills `helps`, the one-line help of each."""

    helps: ClassVar[Mapping[str, str]] = {}

    def __init__(self, **options: Any) -> None:
        stubs = {name: TyperCommand(name, help=line) for name, line in self.helps.items()}
        super().__init__(**{**options, "commands": stubs})

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that was typed, with its module imported."""
        name, stub, rest = super().resolve_command(ctx, args)
        return name, None if name is None or stub is None else load_command(name), rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command; an error raised on purpose becomes one line and an exit code."""
        try:
            return super().invoke(ctx)
        except JaipurError as error:
            _print_error(error.code, str(error))
        except BrokenPipeError:
            raise  # the reader of the output has exited: Typer ends silently
        except OSError as error:
            print_os_error(error)
        except KeyboardInterrupt:
            _print_error("stopped", "Stopped before the end.")
            raise typer.Exit(130) from None
        raise typer.Exit(2)


def load_command(name: str) -> Any:
    """The command of that name: the function of its module, with its docstring as help.

    A module may have a group of commands instead, whose help is that of its callback.
    """
    module = import_module(f"jaipur.cli.{name}")
    epilog = f"Example:\n\n{module.EXAMPLE}"
    found: typer.Typer | Callable[..., None] = getattr(module, name)
    if isinstance(found, typer.Typer):
        group = typer.main.get_command(found)
        group.epilog = epilog
        return group
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(name, help=_one_line_each(found), epilog=epilog)(found)
    return typer.main.get_command(app)


def _one_line_each(function: Callable[..., None]) -> str:
    """The docstring with each paragraph on one line, for the help to wrap to its width."""
    paragraphs = (inspect.getdoc(function) or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def print_os_error(error: OSError) -> None:
    """One line for a file that cannot be read or written; the standard streams have no name."""
    where = "" if error.filename is None else f"{error.filename}: "
    _print_error("file", f"{where}{error.strerror or error}.")


def _print_error(code: str, sentence: str) -> None:
    from jaipur.cli.console import print_error  # Rich is imported only where it prints

    print_error(code, sentence)
