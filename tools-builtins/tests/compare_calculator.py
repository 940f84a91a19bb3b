#!/usr/bin/env python3
"""Compares the calculator with Python on random expressions.

    compare_calculator.py [COUNT] [--seed N] [--binary PATH]

The binary reads an expression from each line and writes a JSON object for
each: {"result": ...} or {"error": kind, ...}. Integers outside 64 bits are
decimal strings. Floats are compared bit for bit, integers exactly, errors by
kind. Exits with 1 if anything differs.

The reference walks Python's own syntax tree and lets Python compute each
operation; it adds only the bounds. Wherever it has a result, eval() of the
whole text must agree with it.
"""

import argparse
import ast
import collections
import json
import operator
import random
import struct
import subprocess
import sys
import warnings

MAX_CHARS = 256
MAX_BITS = 4096
MAX_FLOAT = 1e308
MAX_EXPONENT = 1_000_000
BATCH = 50_000
SHOWN = 20


class Refused(Exception):
    """The reference has no result; the argument is the kind of error."""


# --- reference --------------------------------------------------------------

OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


def bounded(value):
    if isinstance(value, complex):
        raise Refused("not_real")
    if isinstance(value, int):
        if value.bit_length() > MAX_BITS:
            raise Refused("too_large")
    elif not abs(value) <= MAX_FLOAT:
        raise Refused("too_large")
    return value


def check_convertible(value):
    """An integer that takes part in a float operation must fit in one."""
    try:
        bounded(float(value))
    except OverflowError:
        raise Refused("too_large") from None


def check_power(base, exponent):
    """Refuses what must not even be computed."""
    if abs(exponent) > MAX_EXPONENT:
        raise Refused("too_large")
    if isinstance(base, int) and isinstance(exponent, int) and exponent >= 0:
        if max(base.bit_length() - 1, 0) * exponent >= MAX_BITS:
            raise Refused("too_large")
    else:
        check_convertible(base)
        check_convertible(exponent)
        if base < 0 and exponent != int(exponent):
            raise Refused("not_real")


def compute(node):
    match node:
        case ast.Expression():
            return compute(node.body)
        case ast.Constant() if type(node.value) in (int, float):
            return node.value
        case ast.UnaryOp(op=ast.UAdd()):
            return compute(node.operand)
        case ast.UnaryOp(op=ast.USub()):
            return -compute(node.operand)
        case ast.BinOp() if type(node.op) in OPERATIONS:
            left, right = compute(node.left), compute(node.right)
            if isinstance(node.op, ast.Pow):
                check_power(left, right)
            elif isinstance(left, float) or isinstance(right, float):
                check_convertible(left)
                check_convertible(right)
            try:
                return bounded(OPERATIONS[type(node.op)](left, right))
            except ZeroDivisionError:
                raise Refused("division_by_zero") from None
            except OverflowError:
                raise Refused("too_large") from None
        case _:
            raise Refused("syntax")


def supported(node):
    """Whether the whole tree is within the grammar."""
    allowed = (ast.Expression, ast.UnaryOp, ast.BinOp, ast.UAdd, ast.USub, *OPERATIONS)
    return all(
        isinstance(part, allowed)
        or isinstance(part, ast.Constant)
        and type(part.value) in (int, float)
        for part in ast.walk(node)
    )


def reference(text):
    text = text.strip()
    if not 1 <= len(text) <= MAX_CHARS:
        raise Refused("length")
    # A comment and a line continuation are the tokenizer's, so not in the tree.
    if "#" in text or "\\" in text:
        raise Refused("syntax")
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        raise Refused("syntax") from None
    if not supported(tree):
        raise Refused("syntax")
    # All literals come first, as the binary reads them before it computes.
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant):
            bounded(part.value)
    value = compute(tree)
    whole = eval(compile(tree, "", "eval"), {"__builtins__": {}})
    assert exact(whole) == exact(value), text
    return value


def exact(value):
    """A number as something that is equal only for the very same number."""
    if isinstance(value, float):
        return ("float", struct.pack(">d", value).hex(), repr(value))
    return ("int", value)


def answered(line):
    """The same of an answer of the binary."""
    if "error" in line:
        return ("error", line["error"])
    value = line["result"]
    if isinstance(value, str):
        number = int(value)
        assert not -(2**63) <= number < 2**64, value
        return ("int", number)
    assert isinstance(value, float) or -(2**63) <= value < 2**64, value
    return exact(value)


# --- random expressions -----------------------------------------------------


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def integer(self):
        r = self.random
        kind = r.randrange(10)
        if kind < 4:
            return r.randrange(0, 20)
        if kind < 6:
            return r.randrange(0, 10 ** r.randrange(1, 12))
        if kind < 8:
            power = r.choice((31, 32, 52, 53, 54, 62, 63, 64, 65, 106, 107, 128))
            return max(0, (1 << power) + r.randrange(-3, 4))
        if kind < 9:
            return r.getrandbits(r.randrange(1, 200))
        # Few bits set far apart: ties of rounding.
        high = r.randrange(54, 220)
        return sum(1 << b for b in {high, high - 52, high - 53, r.randrange(high)})

    def underscored(self, digits):
        r = self.random
        if r.random() < 0.85:
            return digits
        return "".join(
            d + ("_" if i + 1 < len(digits) and r.random() < 0.3 else "")
            for i, d in enumerate(digits)
        )

    def integer_text(self):
        r = self.random
        value = self.integer()
        if r.random() < 0.7:
            return self.underscored(str(value))
        letter, form = r.choice((("x", "x"), ("X", "X"), ("o", "o"), ("b", "b"), ("B", "b"), ("O", "o")))
        if len(format(value, form)) > 100:
            letter, form = "x", "x"
        under = "_" if r.random() < 0.1 else ""
        return "0" + letter + under + self.underscored(format(value, form))

    def float_text(self):
        r = self.random
        kind = r.randrange(12)
        if kind < 2:
            return r.choice(("0.0", ".5", "1.", "0.1", "0.2", "1.5", "2.5", "1e3", "1.e2", "3.0", "0e0", "00.5", "012.5", "09e1", "1E-3"))
        if kind < 4:
            text = f"{r.uniform(0, 100):.{r.randrange(1, 6)}f}"
            return self.underscored(text.split(".")[0]) + "." + self.underscored(text.split(".")[1])
        if kind < 6:
            return repr(r.uniform(0, 10))
        if kind < 7:
            bits = r.getrandbits(63)
            value = struct.unpack(">d", struct.pack(">Q", bits))[0]
            return repr(value) if value == value and value != float("inf") else "1e308"
        if kind < 8:
            # Subnormal numbers, and those around the smallest normal one.
            bits = r.getrandbits(r.randrange(1, 54))
            return repr(struct.unpack(">d", struct.pack(">Q", bits))[0])
        if kind < 9:
            return r.choice(("1e308", "9.99e307", "1.1e308", "1.7976931348623157e308", "1e309", "1e-308", "2.2250738585072014e-308", "5e-324", "1e-400", "1e154", "1.3e154", "1e-162"))
        if kind < 10:
            # Digits that no float has exactly.
            digits = "".join(r.choice("0123456789") for _ in range(r.randrange(1, 30)))
            sign = r.choice(("", "+", "-"))
            return f"{self.underscored(digits)}.{digits[::-1]}e{sign}{self.underscored(str(r.randrange(0, 330)))}"
        if kind < 11:
            # Whole floats around the limits of exactness.
            return repr(float((1 << r.choice((52, 53, 54, 63, 64))) + r.randrange(-5, 6)))
        return f"{r.randrange(0, 50)}e{r.randrange(-30, 30)}"

    def number(self):
        return self.integer_text() if self.random.random() < 0.6 else self.float_text()

    def signs(self):
        r = self.random
        if r.random() < 0.8:
            return ""
        return "".join(r.choice("+--") + r.choice(("", "", " ")) for _ in range(r.randrange(1, 5)))

    def exponent(self):
        r = self.random
        kind = r.randrange(12)
        if kind < 6:
            return str(r.randrange(0, 12))
        if kind < 8:
            return str(r.randrange(0, 400))
        if kind < 9:
            return r.choice(("0.5", "1.5", ".25", "1/3", "(1/3)", "0.0", "2.0", "3.0", "1e6", "1e-9", "1000000", "1000001", "1000000.5", "4095", "4096", "999999"))
        if kind < 10:
            return repr(r.uniform(0, 30))
        return self.expression(1)

    def expression(self, depth):
        r = self.random
        kind = r.randrange(10) if depth > 0 else 0
        blank = r.choice(("", "", " ", "\t", "  "))
        if kind < 2:
            return self.signs() + self.number()
        if kind < 4:
            return self.signs() + "(" + blank + self.expression(depth - 1) + blank + ")"
        if kind < 5:
            base = self.expression(depth - 1)
            if r.random() < 0.7:
                base = "(" + base + ")"
            return base + blank + "**" + blank + self.signs() + self.exponent()
        if kind < 6:
            # Quotients of large integers.
            sign = r.choice(("", "-"))
            terms = [f"(2**{r.randrange(1, 2100)}{r.choice('+-')}{self.integer()})" for _ in range(2)]
            return sign + terms[0] + blank + r.choice(("/", "/", "//", "%")) + blank + r.choice(("", "-")) + terms[1]
        sign = r.choice(("+", "-", "*", "/", "//", "%"))
        return self.expression(depth - 1) + blank + sign + blank + self.signs() + self.expression(depth - 1)

    def damaged(self, text):
        r = self.random
        # No form feed: it is a blank for Python, but not in this grammar.
        for _ in range(r.randrange(1, 4)):
            at = r.randrange(len(text) + 1)
            new = r.choice("0123456789_.eExXobjJ+-*/%() \t=<>!&|~^,;:'[]{}#@$?aif\\\u2212\u00d7\u0663\u00a0")
            cut = r.randrange(2)
            text = text[:at] + (new if r.random() < 0.7 else "") + text[at + cut :]
        return text

    def line(self):
        while True:
            text = self.expression(self.random.randrange(1, 5))
            if len(text) > MAX_CHARS and self.random.random() < 0.99:
                continue
            if self.random.random() < 0.08:
                text = self.damaged(text)
            return text


# --- comparison -------------------------------------------------------------


def run(binary, lines):
    process = subprocess.run(
        [binary], input="\n".join(lines) + "\n", capture_output=True, encoding="utf-8", check=True
    )
    answers = process.stdout.splitlines()
    assert len(answers) == len(lines), "one answer for each line"
    return [json.loads(answer) for answer in answers]


def main():
    arguments = argparse.ArgumentParser(description="Compare the calculator with Python.")
    arguments.add_argument("count", nargs="?", type=int, default=20_000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--binary", default="target/release/examples/calculator_lines")
    options = arguments.parse_args()
    warnings.simplefilter("ignore")

    generator = Generator(options.seed)
    tally = collections.Counter()
    differences = 0
    done = 0
    while done < options.count:
        lines = [generator.line() for _ in range(min(BATCH, options.count - done))]
        done += len(lines)
        for text, answer in zip(lines, run(options.binary, lines)):
            try:
                wanted = exact(reference(text))
            except Refused as refused:
                wanted = ("error", refused.args[0])
            got = answered(answer)
            tally[wanted[1] if wanted[0] == "error" else wanted[0]] += 1
            # A literal out of bounds may be met before the error of syntax.
            same = got == wanted or wanted == ("error", "syntax") and got == ("error", "too_large")
            if not same:
                differences += 1
                if differences <= SHOWN:
                    print(f"{text!r}\n  wanted {wanted}\n  got    {got} {answer.get('message', '')}")
    print(f"python {sys.version.split()[0]}, seed {options.seed}, {done} expressions")
    print(", ".join(f"{kind} {count}" for kind, count in sorted(tally.items())))
    print(f"{differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
