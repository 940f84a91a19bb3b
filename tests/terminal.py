"""Runs a program in a session of its own, with or without a terminal, and types at it.

The first argument is JSON: {"steps": [[WAIT_FOR, TYPE], ...] or null for no terminal,
"stderr": whether standard error is the terminal too, "input": TEXT, "pause": seconds
before anything is typed}. The rest is the program. Standard output is JSON: {"code", "stdout", "stderr", "terminal"}.
"""

import fcntl
import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import termios
import time

job = json.loads(sys.argv[1])
command = sys.argv[2:]
master, slave = pty.openpty() if job["steps"] is not None else (None, None)


def take_terminal():
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)


# Files, so that nothing has to be read while the terminal is talked to.
stdout, stderr = tempfile.TemporaryFile(), tempfile.TemporaryFile()
child = subprocess.Popen(
    command,
    stdin=subprocess.PIPE,
    stdout=stdout,
    stderr=slave if job["stderr"] else stderr,
    start_new_session=True,
    preexec_fn=take_terminal if slave is not None else None,
)
child.stdin.write(job["input"].encode())
child.stdin.close()

seen = b""
deadline = time.monotonic() + 60


def watch(done):
    """Reads the terminal until it is done; says whether it came to that."""
    global seen
    while not done():
        if time.monotonic() > deadline:
            return False
        if master is not None and select.select([master], [], [], 0.02)[0]:
            seen += os.read(master, 65536)
        elif child.poll() is not None:
            return done()
        elif master is None:
            time.sleep(0.02)
    return True


position = 0


def arrived(text):
    global position
    at = seen.find(text.encode(), position)
    if at < 0:
        return False
    position = at + len(text.encode())
    return True


for wait_for, reply in job["steps"] or []:
    if not watch(lambda: arrived(wait_for)):
        break
    pause_until = time.monotonic() + job["pause"]
    watch(lambda: time.monotonic() >= pause_until)
    os.write(master, reply.encode())
ended = watch(lambda: child.poll() is not None)
if not ended:
    child.kill()
    child.wait()
while master is not None and select.select([master], [], [], 0.05)[0]:
    seen += os.read(master, 65536)


def text_of(file):
    file.seek(0)
    return file.read().decode()


print(
    json.dumps(
        {
            "code": child.returncode if ended else "it did not end",
            "stdout": text_of(stdout),
            "stderr": text_of(stderr),
            "terminal": seen.decode().replace("\r\n", "\n"),
        }
    )
)
