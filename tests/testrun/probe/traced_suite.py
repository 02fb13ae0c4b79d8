"""Runs a suite under the probe's tracer and puts what it records in words."""

import ast
import json
import os
import shutil
import subprocess

PROBE = os.path.join(os.path.dirname(__file__), "..", "..", "..", "packages", "testrun", "probe")
LAUNCHER = os.path.abspath(os.path.join(PROBE, "quarry_probe_main.py"))


def trace_suite(python, suite, directory, *options):
    """What one traced run of a copy of the suite says, by names such as `values.Vector.__add__`."""
    testbed = os.path.join(os.path.realpath(str(directory)), "testbed")
    shutil.copytree(suite, testbed, ignore=shutil.ignore_patterns("__pycache__"))
    command = [python, LAUNCHER, "--mode=trace", "--testbed=" + testbed]
    command += list(options) + ["--", "-q", "-p", "no:cacheprovider", "tests"]
    environment = dict(os.environ, PYTHONPATH=testbed, PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1")
    run = subprocess.run(command, cwd=testbed, env=environment, stdout=subprocess.PIPE, timeout=120)
    assert run.returncode == 0, "the suite itself fails"
    records = [json.loads(line) for line in run.stdout.splitlines()]
    return _in_words(records, testbed)


def _in_words(records, testbed):
    rows = [row for record in records if record["record"] == "codes" for row in record["rows"]]
    names = _Names(testbed)
    words = [names.of_row(*row) for row in rows]
    pairs = [pair for record in records if record["record"] == "edges" for pair in record["rows"]]
    edges = ["%s -> %s" % (words[caller], words[callee]) for caller, callee in pairs]
    places = {"trace": {}, "imported": {}, "between": {}}
    for record in records:
        if record["record"] in places:
            place = places[record["record"]].setdefault(_place_name(record, words), {"nodes": set(), "edges": set()})
            place["nodes"].update(words[number] for number in record["executed"])
            place["edges"].update(edges[number] for number in record["calls"])
    return {
        "tracer": [record["name"] for record in records if record["record"] == "tracer"][0],
        "points": _sorted(places["trace"]),
        "imports": _sorted(places["imported"]),
        "between": _sorted(places["between"])[""],
        "incomplete": sorted(_place_name(record, words) for record in records if record.get("incomplete")),
    }


def _place_name(record, words):
    if record["record"] == "trace":
        return record["id"].split("::", 1)[1]
    module = record.get("module")
    return "" if module is None else words[module]


def _sorted(places):
    return {name: {kind: sorted(words) for kind, words in place.items()} for name, place in places.items()}


class _Names:
    """Qualified names of code objects, by file and first line, which Python before 3.11 doesn't tell."""

    def __init__(self, testbed):
        self._testbed = testbed
        self._definitions = {}

    def of_row(self, path, line, name, kind):
        module = os.path.splitext(os.path.basename(path))[0]
        if kind == "class":
            return "%s.%s (class)" % (module, name)
        qualified, definition = self._in_file(path).get((line, name), (name, None))
        return "%s.%s%s" % (module, qualified, " (body)" if isinstance(definition, ast.ClassDef) else "")

    def _in_file(self, path):
        if path not in self._definitions:
            with open(os.path.join(self._testbed, path)) as source:
                self._definitions[path] = dict(_definitions(ast.parse(source.read()), ""))
        return self._definitions[path]


def _definitions(parent, prefix):
    for node in ast.iter_child_nodes(parent):
        name = getattr(node, "name", None)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            line = min([node.lineno] + [decorator.lineno for decorator in node.decorator_list])
            yield (line, name), (prefix + name, node)
            yield from _definitions(node, prefix + name + ".")
        else:
            yield from _definitions(node, prefix)
