"""Protolink's fetch_url on the server of the bench: `python peer.py PORT`.

Reads numbers from standard input; for each it fetches the page so many times
and prints the seconds that took. Its guard refuses loopback, so that the one
step which names the address to connect to is replaced; all else is its own.
"""
import asyncio
import sys
import time
from dataclasses import replace

from protolink.tools.builtins import _network, web

port = int(sys.argv[1])
resolve = _network._validate_and_resolve
_network._resolve_public_addresses = lambda hostname, port: ("93.184.216.34",)


def to_loopback(*args, **kwargs):
    return replace(resolve(*args, **kwargs), connect_ips=("127.0.0.1",), port=port)


_network._validate_and_resolve = to_loopback


async def main():
    for line in sys.stdin:
        start = time.perf_counter()
        for _ in range(int(line)):
            result = await web._run_fetch_url("http://example.com/", max_chars=12_000)
        assert result["status"] == 200 and "harbour" in result["text"], result
        print(time.perf_counter() - start, flush=True)


asyncio.run(main())
