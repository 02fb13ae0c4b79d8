"""The pytest plugin: turns pytest's own reports into records."""

import math

import pytest
from _pytest.reports import CollectReport  # `pytest` itself has had it since 7.0 only

from . import modules
from .digest import parameter_digest
from .limits import PointLimit

_TAIL = 4000


class ProbePlugin:
    """`trace` is None in runs that are not traced."""

    def __init__(self, writer, testbed, mode, point_seconds, trace):
        self._writer = writer
        self._testbed = testbed
        self._mode = mode
        self._limit = PointLimit(point_seconds)
        self._trace = trace
        self._running = None

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_make_collect_report(self, collector):
        outcome = yield
        if outcome.excinfo and issubclass(outcome.excinfo[0], SystemExit):
            # pytest itself would leave, and collect none of the other files.
            text = "%s: left by SystemExit(%s)" % (collector.nodeid, outcome.excinfo[1])
            outcome.force_result(CollectReport(collector.nodeid, "failed", text, None))

    def pytest_collectreport(self, report):
        if report.failed:
            self._writer.write("collect-error", path=report.nodeid, message=_tail(report.longreprtext))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session):
        for item in session.items:
            callspec = getattr(item, "callspec", None)
            digest = parameter_digest(callspec.params) if callspec and self._mode == "collect" else None
            self._writer.write(
                "item",
                id=_point_id(item),
                path=_point_id(item).split("::", 1)[0],
                digest=digest,
                function=isinstance(item, pytest.Function),
            )
        self._writer.write(
            "collected",
            count=len(session.items),
            conftests=modules.conftests(self._testbed),
            shadowed=modules.shadowed(self._testbed),
            modules=modules.foreign(self._testbed) if self._mode == "collect" else [],
            sources=modules.sources(self._testbed) if self._mode == "collect" else [],
        )
        if self._trace:
            self._trace.collected()

    # By the item that runs: repositories give reports, and even items, titles in place of their ids.

    def pytest_runtest_logstart(self, nodeid):
        self._writer.write("start", id=self._running or nodeid)

    def pytest_runtest_logreport(self, report):
        self._writer.write(
            "phase",
            id=self._running or report.nodeid,
            when=report.when,
            outcome=report.outcome,
            exception=getattr(report, "quarry_exception", None),
            xfail=hasattr(report, "wasxfail"),
            # pytest-subtests and pytest 9 report each failing part under the id of the whole.
            subtest="subtest" in type(report).__name__.lower(),
            duration=_seconds(report.duration),
        )

    def pytest_runtest_logfinish(self, nodeid):
        self._writer.write("finish", id=self._running or nodeid)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        if call.excinfo is not None:
            kind = call.excinfo.type
            outcome.get_result().quarry_exception = "%s.%s" % (kind.__module__, kind.__qualname__)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        self._running = _point_id(item)
        self._limit.begin_point()
        if self._trace:
            self._trace.begin_point()
        yield
        if self._trace:
            self._trace.end_point(self._running)
        self._running = None

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_setup(self):
        yield from self._limited()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self):
        yield from self._limited()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item):
        if self._trace:
            self._trace.before_teardown(item)
        yield from self._limited()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef):
        if not self._trace or fixturedef.scope == "function":
            yield
            return
        outer = self._trace.begin_fixture()
        yield
        self._trace.end_fixture(fixturedef, outer)

    def _limited(self):
        self._limit.begin_phase()
        try:
            yield
        finally:
            self._limit.end_phase()


def _point_id(item):
    """pytest's node id, also where the repository put a title in its place that does not tell the file."""
    file = item.getparent(pytest.File)
    if file is None or item.nodeid.startswith(file.nodeid + "::"):
        return item.nodeid
    return "%s::%s" % (item.parent.nodeid, item.name)


def _seconds(duration):
    """A number that JSON has; stopped clocks and the repository's own hooks give others."""
    return duration if isinstance(duration, (int, float)) and math.isfinite(duration) else 0


def _tail(text):
    return (text or "").rstrip()[-_TAIL:]
