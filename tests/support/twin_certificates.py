"""Certificates made from the tree of the search in Python, plainly and without sharing: one node for each line."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from pnyx.reference.certificate import Certificate, Node, encode
from pnyx.reference.pn import Node as TreeNode
from pnyx.reference.pn import PnResult
from support.cases import Case


class Extraction:
    """Writes down what a solved tree shows. The methods are there to be overridden with mistakes."""

    def __init__(self, case: Case, goal: str, result: PnResult) -> None:
        self.case, self.goal, self.result = case, goal, result
        self.proven = result.verdict == "proven"
        self.chooses = "OR" if self.proven else "AND"

    def solved(self, node: TreeNode) -> bool:
        return (node.proof if self.proven else node.disproof) == 0

    def moves(self, position: Hashable) -> list[Any]:
        """The moves in the order of the certificate."""
        return [move for _, move in self.case.rules.sorted_moves(position)]

    def chosen(self, node: TreeNode) -> TreeNode:
        return next((child for child in node.children if self.solved(child)), node.children[0])

    def replies(self, node: TreeNode) -> list[TreeNode]:
        order = self.moves(node.position)
        return sorted(node.children, key=lambda child: order.index(child.move))

    def edge(self, child: TreeNode, line: dict[Hashable, Node]) -> Node:
        """A repetition leads back to where the position stands on the line."""
        final = self.case.rules.outcome(child.position) is not None
        if not child.expanded and not final and child.position in line:
            return line[child.position]
        return self.record(child, line)

    def record(self, node: TreeNode, line: dict[Hashable, Node]) -> Node:
        written = Node()
        self.write(written, node, line)
        return written

    def write(self, written: Node, node: TreeNode, line: dict[Hashable, Node]) -> None:
        if node.expanded:
            line = {**line, node.position: written}
            children = self.shown(node)
            if node.type == self.chooses:
                written.index = self.moves(node.position).index(children[0].move)
            written.edges = [self.edge(child, line) for child in children]

    def shown(self, node: TreeNode) -> list[TreeNode]:
        """The children that the certificate speaks of."""
        return [self.chosen(node)] if node.type == self.chooses else self.replies(node)

    def certificate(self) -> bytes:
        rules = self.case.rules
        body, nodes = encode(self.record(self.result.root, {}))
        draw = "satisfies" if self.goal == "draw-or-better" else "fails"
        return Certificate(
            game=self.case.game,
            options=rules.options,
            position=self.case.text,
            goal=self.goal,
            prover=rules.players[rules.turn(self.case.root)],
            repetition=draw if rules.repetition == "draw" else "impossible",
            verdict=self.result.verdict,
            nodes=nodes,
            body=body,
        ).to_bytes()
