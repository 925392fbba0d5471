"""Records of how a search went, and their plots."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest

import pnyx
from pnyx.api.convergence import INFINITE, Convergence, Sample
from pnyx.draw.axis import Linear, Logarithmic
from pnyx.draw.plot import Note, Series, plot
from support.page import Page
from support.svg import SVG, parsed, words

WIN_AT_CHESS_281 = "2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1"


def told(nodes: int, goal: str = "mate") -> pnyx.Progress:
    return pnyx.Progress(nodes, nodes / 1000, 0, nodes % 7, nodes % 11, (), goal)


class TestRecords:
    def test_a_trace_is_a_record(self) -> None:
        result = pnyx.solve(".../.../... x", goal="win", algorithm="pn", trace=True)
        assert result.trace is not None
        assert result.history is not None
        samples = result.history.samples
        assert [sample[:3] for sample in samples[:-1]] == [(nodes, *numbers) for _, *numbers, nodes in result.trace]
        assert samples[-1][:3] == (result.nodes, INFINITE, 0)

    def test_a_search_is_recorded_as_it_goes(self) -> None:
        seen: list[pnyx.Progress] = []
        limit = pnyx.Limit(seconds=1)
        start = pnyx.position("chess")
        result = pnyx.solve(start, goal="mate", algorithm="pn", limit=limit, on_progress=seen.append, history=True)
        assert result.history is not None
        *samples, last = result.history.samples
        assert [sample.nodes for sample in samples] == [progress.nodes for progress in seen]
        assert samples
        assert last == (result.nodes, result.proof, result.disproof, "mate", result.seconds)
        nodes = [sample.nodes for sample in result.history.samples]
        assert nodes == sorted(nodes)

    def test_nothing_is_recorded_unasked(self) -> None:
        assert pnyx.solve("XX./OO./... x").history is None
        assert pnyx.value("XX./OO./... x").history is None
        assert pnyx.shortest("7k/8/5KQ1/8/8/8/8/8 w - - 0 1").history is None

    def test_several_questions_in_one_record(self) -> None:
        value = pnyx.value(pnyx.position("tic-tac-toe"), history=True)
        assert value.history is not None
        assert value.history.samples[-1].nodes == value.nodes
        shortest = pnyx.shortest("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", history=True)
        assert shortest.history is not None
        assert shortest.history.samples[-1].nodes == shortest.nodes

    def test_long_records_are_thinned(self) -> None:
        record = Convergence()
        for nodes in range(1, 50_001):
            record(told(nodes))
            assert len(record.samples) <= 2000, nodes
        kept = [sample.nodes for sample in record.samples]
        assert len(kept) >= 1000
        assert len({b - a for a, b in pairwise(kept)}) == 1, "as dense everywhere"
        assert kept[0] < 100
        assert kept[-1] > 49_900


class TestDrawings:
    def test_the_plot_of_a_search(self) -> None:
        result = pnyx.solve(WIN_AT_CHESS_281, goal="mate", algorithm="pn", trace=True)
        assert result.history is not None
        page = Page(result.history._repr_html_())
        assert len(page.drawings) == 1
        assert {"proof number", "disproof number", "nodes", "0", "∞"} <= set(words(page.drawings[0]))
        assert len(page.drawings[0].findall(f".//{SVG}g[@data-series]")) == 2
        assert len(result.history.svg()) < 60_000, "however many steps there were"

    def test_too_short_to_be_drawn(self) -> None:
        page = Page(Convergence()._repr_html_())
        assert page.drawings == []
        assert "trace=True" in page.text

    def test_questions_are_told_apart(self) -> None:
        record = Convergence()
        for nodes, goal in ((10, "mate"), (5000, "mate"), (9000, "mate-in 4")):
            record(told(nodes, goal))
        assert {"mate", "mate-in 4"} <= set(words(parsed(record.svg())))
        record.samples.pop()
        assert "mate" not in words(parsed(record.svg()))

    def test_goals_are_escaped(self) -> None:
        record = Convergence([Sample(1, 1, 1, "<a>"), Sample(9, 1, 1, '<b onload="x">')])
        assert '<b onload="x">' in words(parsed(record.svg()))

    def test_no_peak_is_lost(self) -> None:
        points = [(float(x), 1e6 if x == 31_415 else 2.0) for x in range(1, 100_000)]
        drawn = parsed(plot([Series("peak", "red", points)], title="Peak", across="steps"))
        path = drawn.find(f".//{SVG}g[@data-series='peak']/{SVG}path")
        assert path is not None
        heights = [float(y) for y in re.findall(r"V([\d.]+)", path.get("d") or "")]
        assert len(heights) < 5000
        assert min(heights) < 60 < max(heights)

    def test_an_empty_plot(self) -> None:
        drawn = parsed(plot([Series("none", "red", [])], title="Nothing", across="steps"))
        assert drawn[1].text == "nothing was recorded"

    @pytest.mark.parametrize("logarithmic", [False, True])
    def test_notes_do_not_cover_each_other(self, logarithmic: bool) -> None:
        notes = [Note(x, f"a long remark {x}") for x in range(0, 1000, 10)]
        drawn = parsed(
            plot([Series("s", "red", [(1, 1), (1000, 3)])], title="T", across="x", notes=notes, logarithmic=logarithmic)
        )
        assert 1 <= sum((word or "").startswith("a long remark") for word in words(drawn)) < 10


class TestAxes:
    @pytest.mark.parametrize("most", [0, 1, 3, 17, 100, 12_345, 285_356, 10**9, 7.5e11])
    def test_ticks_are_few_and_in_order(self, most: float) -> None:
        for axis in (Linear(most), Logarithmic(most), Logarithmic(most, ends=False)):
            ticks = axis.ticks()
            places = [axis.place(tick) for tick in ticks]
            assert 1 <= len(ticks) <= 10, axis
            assert places == sorted(places), axis
            assert all(0 <= place <= 1 for place in places), axis

    def test_the_ends_have_places_of_their_own(self) -> None:
        axis = Logarithmic(500)
        assert 0 == axis.place(0) < axis.place(1) < axis.place(500) < axis.place(math.inf) == 1
