"""Compiles sources and runs none of them: JSON lines `[path, base64]` in, `[path, message]` out for what fails."""

import base64
import json
import sys
import warnings

warnings.simplefilter("ignore")
for line in sys.stdin:
    path, encoded = json.loads(line)
    try:
        compile(base64.b64decode(encoded), path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        sys.stdout.write(json.dumps([path, "%s: %s" % (type(error).__name__, error)]) + "\n")
sys.stdout.write(json.dumps(["", "end"]) + "\n")
