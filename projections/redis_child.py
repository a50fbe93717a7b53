"""Start a program that ends when its parent ends, however the parent ends.

Run as `python -I -S redis_child.py PARENT_PID PROGRAM ARGUMENT...`. On Linux the kernel kills the
program when the parent is gone (PR_SET_PDEATHSIG). Elsewhere this process stays as a watchdog: its
standard input is a pipe from the parent, and the end of it is the parent's end.
"""

import ctypes
import os
import signal
import subprocess
import sys

PR_SET_PDEATHSIG = 1


def dies_with_parent() -> bool:
    """Ask Linux for SIGKILL at the parent's death; False where there is no such thing."""
    if not sys.platform.startswith("linux"):
        return False
    return bool(ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) == 0)


def watch(program: list[str]) -> int:
    """Run `program` until it ends or standard input does."""
    child = subprocess.Popen(program, stdin=subprocess.DEVNULL)
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    signal.signal(signal.SIGCHLD, lambda *_: os.close(0))
    try:
        while os.read(0, 1):
            pass
        child.terminate()
    except OSError:  # SIGCHLD closed the pipe: the child has ended by itself
        pass
    return child.wait()


def main(parent: int, program: list[str]) -> int:
    if not dies_with_parent():
        return watch(program)
    if os.getppid() != parent:  # it died before the kernel was asked
        return 1
    return os.execv(program[0], program)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
