import os
import sys

PROBE = os.path.join(os.path.dirname(__file__), "..", "..", "..", "packages", "testrun", "probe")
sys.path.insert(0, os.path.normpath(PROBE))
