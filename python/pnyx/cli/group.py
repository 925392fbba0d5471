"""How commands end: exit statuses, and one line for each input error."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TextIO

from typer.core import TyperGroup

from pnyx._util.tracebacks import game_traceback, is_of_game
from pnyx.cli.output import OutputError, printable
from pnyx.errors import PnyxError, PnyxWarning

ANSWERED, UNKNOWN, BAD_INPUT, UNWRITTEN = 0, 1, 2, 3
INTERRUPTED = 130


class Group(TyperGroup):
    """The top command. Its subcommands return their exit status."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and end with the right status; without `standalone_mode` return it."""
        for stream in (sys.stdout, sys.stderr):
            # A board or a quoted text must not fail on a terminal that lacks one of its characters.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        run = super().main
        args = [_as_position(argument) for argument in (sys.argv[1:] if args is None else args)]
        status = _status(
            lambda: run(
                args,
                prog_name,
                complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            ),
            with_game=any(re.fullmatch(r"[\w.]+:[\w.]+", argument) for argument in args),
        )
        try:
            sys.stdout.flush()
        except OSError as error:
            _discard(sys.stdout)
            if not isinstance(error, BrokenPipeError):
                complain(f"cannot write the output: {error.strerror or error}")
                status = UNWRITTEN
        if not standalone_mode:
            return status
        sys.exit(status)


def _as_position(argument: str) -> str:
    """An Othello position may begin with an empty square, `-`. A blank before it shows that it is not an option."""
    return f" {argument}" if re.fullmatch(r"-[-XOxo.]{15,63}\s+[XOxo]\s*( moves .*)?", argument) else argument


def _status(run: Callable[[], Any], with_game: bool) -> int:
    """The exit status of a run. An exception here is a bug of Pnyx or of a game written in Python."""
    try:
        with _warnings_on_one_line():
            status = run()
    except BrokenPipeError:  # the reader closed the pipe
        return UNKNOWN
    except OutputError as error:
        complain(str(error))
        return UNWRITTEN
    except PnyxError as error:
        complain(str(error))
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        # Usage errors, whichever package typer takes them from, can format themselves.
        if not hasattr(error, "format_message"):
            if not with_game or not is_of_game(error):
                raise
            with contextlib.suppress(OSError):
                print(game_traceback(error), file=sys.stderr, end="", flush=True)
            return UNKNOWN
        complain(_usage(error))
        return BAD_INPUT
    return status if isinstance(status, int) else ANSWERED


def complain(message: str) -> None:
    """One line on standard error, whatever the message quotes."""
    with contextlib.suppress(OSError):
        print(f"pnyx: {printable(message)}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _warnings_on_one_line() -> Iterator[None]:
    """Show each `PnyxWarning` as one line when it happens, every time."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", PnyxWarning)
        show = warnings.showwarning

        def on_one_line(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
            if issubclass(category, PnyxWarning):
                complain(str(message))
            else:
                show(message, category, *rest, **more)

        warnings.showwarning = on_one_line
        yield


def _usage(error: Any) -> str:
    message = str(error.format_message()).strip().rstrip(".")
    message = message[:1].lower() + message[1:]
    if "unexpected extra argument" in message:
        message += "; a position is one argument: put it in quotes"
    path = getattr(getattr(error, "ctx", None), "command_path", None)
    return f"{message} (see {path} --help)" if path else message


def _discard(stream: TextIO) -> None:
    """Send what is left in a stream nowhere, so that the interpreter does not try again at exit."""
    with contextlib.suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
