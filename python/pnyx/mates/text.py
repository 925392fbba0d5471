"""Variations in the style of problem books: 1.Qd5! (threat: 2.Qb7#) 1...Kc2 2.Qd3#."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnyx.api.wording import why
from pnyx.mates.tree import Attack, Defence, Ply, Replies, Variations, parts

_INDENT = "    "


def write(found: Variations) -> str:
    """The solution in paragraphs. Moves are numbered as in problems: the first one is move 1."""
    paragraphs: list[list[str]] = [[f"{found.headline}."]]
    if found.replies is not None:
        paragraphs.append(_replies(found.replies, 0, "no mate in time after"))
    if found.set_play is not None:
        lines = _replies(found.set_play, 1, "no set mate after")
        paragraphs.append(["Set play:", *(lines or ["none"])])
    if found.tries is not None:
        lines = [line for each in found.tries for line in _attack(each, 0, "?")]
        open_tries = [f"undecided: {_list(found.unsettled_tries, 0)}"] if found.unsettled_tries else []
        paragraphs.append(["Tries:", *lines, *open_tries] if lines or open_tries else ["Tries: none"])
    if found.keys:
        lines = [line for key in found.keys for line in _attack(key, 0, "!")]
        named = found.cooked or len(paragraphs) > 1
        paragraphs.append([*([f"Key{' and cooks' * found.cooked}:"] if named else []), *lines])
    if found.unsettled:
        paragraphs.append([f"Undecided first moves: {_list(found.unsettled, 0)}"])
    paragraphs.append(list(_notes(found)))
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines)


def _notes(found: Variations) -> Iterator[str]:
    replies = [part for part in parts(found) if isinstance(part, Replies)]
    kinds = [
        (sum(len(each.short) for each in replies), "short variation"),
        (sum(len(each.idle) for each in replies), "defence that does not stop the threat"),
    ]
    counted = [f"{count:,} {_plural(words, count)}" for count, words in kinds if count]
    if counted:
        yield f"Left out: {', '.join(counted)}."
    if found.cut:
        yield "The tree was cut; lines that end in ... continue (see --max-tree)."
    if not found.settled and found.reason is not None:
        yield f"Some moves are undecided: {why(found.reason)}."


def _plural(words: str, count: int) -> str:
    if count == 1:
        return words
    return words.replace("defence that does", "defences that do").replace("variation", "variations")


def _attack(attack: Attack, ply: int, mark: str = "", notes: Sequence[str] = ()) -> list[str]:
    """The lines of a move and what follows: one line if nothing branches."""
    said = [*notes, *_threat_note(attack, ply + 2)]
    head = f"{_number(ply)}{attack.san}{mark}{_bracketed(said)}"
    if attack.replies is None:
        return [head if attack.mate else f"{head} ..."]
    body = []
    for threat in attack.threats:
        if not threat.mate:
            first, *rest = _attack(threat, ply + 2)
            body += [f"threat: {first}", *rest]
    body += _replies(attack.replies, ply + 1, "but", "!")
    return _joined(head, body, ply + 1, bool(said or mark))


def _threat_note(attack: Attack, ply: int) -> list[str]:
    """Mates that are threatened; longer threats are written as lines."""
    at_once = [threat for threat in attack.threats if threat.mate]
    if at_once:
        return [f"threat{'s' * (len(at_once) > 1)}: {_list(at_once, ply)}"]
    if attack.zugzwang is None:
        return ["threat undecided"]
    return ["zugzwang"] if attack.zugzwang else []


def _replies(replies: Replies, ply: int, failing: str, mark: str = "") -> list[str]:
    lines = [line for group in _alike(replies.defences, ply) for line in _defence(group, ply)]
    if replies.refutations:
        lines.append(f"{failing} {_list(replies.refutations, ply, mark)}")
    if replies.unsettled:
        lines.append(f"undecided: {_list(replies.unsettled, ply)}")
    return lines


def _alike(defences: Iterable[Defence], ply: int) -> list[list[Defence]]:
    """Defences that are mated at once and in the same way are written as one; the others stand alone."""
    groups: dict[str, list[Defence]] = {}
    for defence in defences:
        mated = all(attack.mate for attack in defence.attacks)
        key = _after(defence, ply) if mated else f"only {defence.move}"
        groups.setdefault(key, []).append(defence)
    return list(groups.values())


def _after(defence: Defence, ply: int) -> str:
    """The mates that follow at once."""
    notes = [*(["dual"] if defence.dual else []), *_open(defence, ply)]
    return f"{_list(defence.attacks, ply + 1)}{_bracketed(notes)}"


def _open(defence: Defence, ply: int) -> list[str]:
    notes = [] if defence.exact else ["perhaps shorter: undecided"]
    return [*notes, f"undecided: {_list(defence.unsettled, ply + 1)}"] if defence.unsettled else notes


def _defence(alike: Sequence[Defence], ply: int) -> list[str]:
    lead = _list(alike, ply)
    defence = alike[0]
    if all(attack.mate for attack in defence.attacks):
        return _joined(lead, [_after(defence, ply)], ply + 1, False)
    lines = []
    for index, attack in enumerate(defence.attacks):
        notes = [*(["dual"] if index else []), *_open(defence, ply)]
        first, *rest = _attack(attack, ply + 1, notes=notes)
        lines += [*_joined(lead, [first], ply + 1, False), *rest]
    return lines


def _joined(head: str, body: list[str], ply: int, apart: bool) -> list[str]:
    """The body on lines of its own, or on the head's if it is one line, without a number that need not be said."""
    if len(body) != 1:
        return [head, *(f"{_INDENT}{line}" for line in body)]
    line = body[0]
    if not apart and ply % 2 == 1:
        line = line.removeprefix(_number(ply))
    return [f"{head} {line}"]


def _bracketed(notes: Sequence[str]) -> str:
    return f" ({'; '.join(notes)})" if notes else ""


def _list(moves: Iterable[Ply | Attack | Defence], ply: int, mark: str = "") -> str:
    return _number(ply) + ", ".join(f"{each.san}{mark}" for each in moves)


def _number(ply: int) -> str:
    return f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
