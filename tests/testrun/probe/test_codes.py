import importlib._bootstrap

from quarry_probe.tracing.codes import FOREIGN, CodeTable


def test_what_is_frozen_of_the_standard_library_is_foreign_so_that_nobody_hears_of_it_twice(tmp_path):
    codes = CodeTable(str(tmp_path))
    assert codes.learn(importlib._bootstrap._find_spec.__code__) is FOREIGN


def test_what_is_generated_may_belong_to_a_class(tmp_path):
    space = {}
    exec("def made(self):\n    pass\n", space)
    entry = CodeTable(str(tmp_path)).learn(space["made"].__code__)
    assert (entry.index, entry.first) == (None, "self")
