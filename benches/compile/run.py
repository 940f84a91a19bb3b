#!/usr/bin/env python3
"""Compile time and size of tools, beside the peers: 200 tools of 5 parameters.

For each contender a package is generated under target/compile-bench: a library
with the tools, and a program that builds and lists them. Dependencies are built
first. What is measured is the processor time (user and system) of a build of the
library alone, less that of a build with nothing to do. Bytes are those of the
stripped release program, less those with 10 tools.

    benches/compile/run.py [--tools 200] [--repeat 3] [CONTENDER …]

CARGO_COMMAND replaces `cargo`; CARGO_TARGET_DIR is respected.
"""

import argparse
import os
import pathlib
import resource
import shlex
import shutil
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
from contenders import CONTENDERS, sources  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "target" / "compile-bench"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or WORK / "target")
CARGO = shlex.split(os.environ.get("CARGO_COMMAND", "cargo"))
ENV = os.environ | {"CARGO_INCREMENTAL": "0", "CARGO_TARGET_DIR": str(TARGET)}
FEW = 10


def generate(counts):
    """Writes the workspace; what is there already and the same is left as it is."""
    members = []
    for name in CONTENDERS:
        for count in counts:
            package = f"many-{name}-{count}"
            members.append(package)
            library, main, dependencies = sources(name, package, count)
            write(WORK / package / "Cargo.toml", manifest(package, dependencies))
            write(WORK / package / "src" / "lib.rs", library)
            write(WORK / package / "src" / "main.rs", main)
    listed = ", ".join(f'"{member}"' for member in members)
    write(WORK / "Cargo.toml", f'[workspace]\nresolver = "3"\nmembers = [{listed}]\n\n[profile.release]\nstrip = true\n')
    if not (WORK / "Cargo.lock").exists():
        shutil.copy(ROOT / "Cargo.lock", WORK / "Cargo.lock")


def manifest(package, dependencies):
    return (
        f'[package]\nname = "{package}"\nversion = "0.0.0"\nedition = "2024"\n\n'
        f"[dependencies]\n{dependencies.replace('ROOT', str(ROOT))}"
    )


def write(path, text):
    if path.exists() and path.read_text() == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def cargo(*arguments):
    """Runs cargo, and says how many seconds of processor time it and its children took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [*CARGO, *arguments, "--quiet"]
    done = subprocess.run(command, cwd=WORK, env=ENV, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)} failed:\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def library_seconds(package, *arguments):
    """A build of the library alone, less a build with nothing to do."""
    build = [*arguments, "--package", package, "--lib"]
    cargo(*build)
    nothing = min(cargo(*build) for _ in range(2))
    (WORK / package / "src" / "lib.rs").touch()
    return cargo(*build) - nothing


def program(package):
    cargo("build", "--release", "--package", package, "--bin", package)
    return TARGET / "release" / package


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=int, default=200)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("contenders", nargs="*", default=list(CONTENDERS))
    options = parser.parse_args()
    names = [name for name in CONTENDERS if name in options.contenders or name == "ours"]
    generate([FEW, options.tools])

    figures = {name: {} for name in names}
    for kind, arguments in [("check", ["check"]), ("release", ["build", "--release"])]:
        seconds = {name: [] for name in names}
        for _ in range(options.repeat):
            for name in names:
                seconds[name].append(library_seconds(f"many-{name}-{options.tools}", *arguments))
        for name in names:
            figures[name][kind] = statistics.median(seconds[name])
            spread = f"{min(seconds[name]):.2f}..{max(seconds[name]):.2f}"
            print(f"{kind:>8} {name:>6}: {figures[name][kind]:7.2f} CPU s ({spread})", flush=True)

    for name in names:
        many, few = (program(f"many-{name}-{count}") for count in [options.tools, FEW])
        size = (many.stat().st_size - few.stat().st_size) / (options.tools - FEW)
        runs = [subprocess.run([many], capture_output=True, text=True, check=True).stdout.split() for _ in range(21)]
        startup, listing = (statistics.median(int(run[column]) for run in runs) for column in [0, 1])
        figures[name] |= {"bytes": size, "native-startup": startup, "native-list": startup + listing}
        print(f"   bytes {name:>6}: {size:9.0f} a tool")
        if name != "plain":
            print(f"  native {name:>6}: start-up {startup / 1000:.0f} us, first list after that {listing / 1000:.0f} us, "
                  f"{runs[0][2]} bytes")

    print("expanded lines: not counted, no stable compiler prints expanded code")
    for what in ["check", "release", "bytes", "native-startup", "native-list"]:
        for name in names:
            if name == "ours" or (name == "plain" and what.startswith("native")):
                continue
            print(f"ratio {what} {name} {figures[name][what] / figures['ours'][what]:.2f}")


if __name__ == "__main__":
    main()
