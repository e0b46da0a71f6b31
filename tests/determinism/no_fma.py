#!/usr/bin/env python3
"""Reads the machine code of libraries, and fails if it multiplies and adds in one operation.

    no_fma.py LIBRARY...

A fused operation rounds once where two operations round twice, so that results would differ between
processors that have it and those that do not. The code that is chosen at run time is compiled for
processors that have it.
"""

import re
import subprocess
import sys

FUSED = re.compile(r"\tvf(n)?m(add|sub)")
WIDE = re.compile(r"\tvmulpd.*%(ymm|zmm)")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")


def main():
    fused = []
    wide = 0
    for library in sys.argv[1:]:
        code = subprocess.run(
            ["objdump", "-d", "-C", "--no-show-raw-insn", library], capture_output=True, text=True, check=True
        ).stdout
        function = "?"
        for line in code.splitlines():
            named = FUNCTION.match(line)
            if named:
                function = named.group(1)
            elif FUSED.search(line):
                fused.append(f"{library}: {function}: {line.strip()}")
            elif WIDE.search(line):
                wide += 1
    for line in fused[:20]:
        print(line)
    print(f"{len(fused)} fused operations, {wide} wide multiplications")
    # Without wide code there would be nothing to look at, and the test would mean nothing.
    return 1 if fused or wide == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
