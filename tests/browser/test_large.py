"""A proof of a million positions: how long one waits for it is reported, and not judged."""

from __future__ import annotations

from collections.abc import Callable

from browser.asking import proof_of
from browser.visiting import Visit

Visits = Callable[..., Visit]

NO_MATE_IN_5 = "4k3/8/8/8/3PP3/8/PPP2PPP/2B1KB2 w - - 0 1"

# When the board and the moves of a node are on the screen, in milliseconds since the page was asked for: the second
# frame after the line has changed.
SHOWN = """count => new Promise(resolve => {
    const look = () => document.querySelectorAll('.line button').length === count + 1
        ? requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
        : requestAnimationFrame(look);
    look();
})"""


def test_a_million_positions(visit: Visits, server: str, record_property: Callable[[str, object], None]) -> None:
    proof = proof_of(server, NO_MATE_IN_5, goal="mate-in 5")
    seen = visit(f"#proof={proof}")
    seen.replies.first.wait_for()
    first = seen.page.evaluate(SHOWN, 0) / 1000
    positions = seen.page.locator(".facts .hint:not(.unwritable)").inner_text().split()[0]
    # One of them can stand for several numbers of moves left.
    assert int(positions.replace(",", "")) > 990_000

    steps = []
    for ply in range(9):
        asked = seen.page.evaluate("performance.now()")
        seen.page.keyboard.press("ArrowRight")
        steps.append(seen.page.evaluate(SHOWN, ply + 1) - asked)
    seen.page.keyboard.press("t")
    seen.page.keyboard.press("Home")
    for _ in range(40):
        seen.page.keyboard.press("ArrowDown")
        seen.page.keyboard.press("ArrowRight")
    seen.page.wait_for_function("() => document.querySelector('.tree-room').clientHeight > 30 * 100")
    assert seen.page.locator(".tree-row").count() < 60, "only rows in sight are in the page"
    unfolded = seen.page.evaluate("document.querySelector('.tree-room').clientHeight / 30")
    record_property(
        "measured",
        f"explorer, {positions} positions: first paint {first:.2f} s (goal 2 s); "
        f"steps {', '.join(f'{step:.0f}' for step in steps)} ms (goal 200 ms); {unfolded:.0f} rows unfolded",
    )
