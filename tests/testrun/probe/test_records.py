import json
import os

from quarry_probe.records import RecordWriter


def _lines(descriptor):
    os.lseek(descriptor, 0, os.SEEK_SET)
    return [json.loads(line) for line in os.read(descriptor, 10000).decode("ascii").splitlines()]


def test_lines_are_whole_and_counted(tmp_path):
    target = os.open(str(tmp_path / "records"), os.O_RDWR | os.O_CREAT)
    writer = RecordWriter(target)
    writer.write("item", id="t[\n\udc80\xe9]")
    writer.write("close", exit=0)
    assert _lines(target) == [{"record": "item", "id": "t[\n\udc80\xe9]"}, {"record": "close", "exit": 0}]
    assert writer.count == 2


def test_the_spare_descriptor_serves_when_the_first_is_closed(tmp_path):
    target = os.open(str(tmp_path / "records"), os.O_RDWR | os.O_CREAT)
    writer = RecordWriter(target)
    os.close(writer.descriptors[-1])
    writer.write("start", id="a")
    assert _lines(target) == [{"record": "start", "id": "a"}]


def test_a_forked_child_writes_nothing(tmp_path):
    target = os.open(str(tmp_path / "records"), os.O_RDWR | os.O_CREAT)
    writer = RecordWriter(target)
    child = os.fork()
    if child == 0:
        writer.write("start", id="child")
        os._exit(0)
    os.waitpid(child, 0)
    assert _lines(target) == []
