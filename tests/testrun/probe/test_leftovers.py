import os

import pytest
from quarry_probe.warm.leftovers import Leftovers


@pytest.fixture
def scratch(tmp_path):
    place = tmp_path / "scratch"
    place.mkdir()
    return place


def clear(tmp_path, scratch, change):
    testbed = tmp_path / "testbed"
    testbed.mkdir()
    leftovers = Leftovers(str(testbed), [str(scratch)], [])
    change()
    return leftovers.clear()


def test_new_files_go_whatever_their_mode(tmp_path, scratch):
    def change():
        (scratch / "closed" / "deeper").mkdir(parents=True)
        (scratch / "closed" / "deeper" / "file").write_text("text")
        (scratch / "closed" / "dangling").symlink_to("nowhere")
        os.chmod(str(scratch / "closed" / "deeper"), 0)
        os.chmod(str(scratch / "closed"), 0)

    assert clear(tmp_path, scratch, change) is None
    assert list(scratch.iterdir()) == []


def test_a_place_that_is_gone_is_not_as_it_was(tmp_path, scratch):
    assert clear(tmp_path, scratch, scratch.rmdir) == str(scratch)
