import pytest
from quarry_probe.digest import parameter_digest


class Loud:
    def __repr__(self):
        raise RuntimeError("no repr")


def test_no_parameters_have_no_digest():
    assert parameter_digest({}) is None


def test_order_of_names_and_sets_does_not_matter():
    assert parameter_digest({"a": {3, 1, 2}, "b": 1}) == parameter_digest({"b": 1, "a": {2, 3, 1}})


@pytest.mark.parametrize(
    "one, other",
    [(1, 2), ("1", 1), ([1], (1,)), ([1, 2], [2, 1]), ({1}, frozenset([1])), ({"a": 1}, {"a": 2}), ([{1}], [{2}])],
    ids=repr,
)
def test_other_values_have_another_digest(one, other):
    assert parameter_digest({"v": one}) != parameter_digest({"v": other})


def test_addresses_are_left_out_and_said_so():
    digests = {parameter_digest({"v": [object()]}) for _ in range(3)}
    assert len(digests) == 1
    assert digests.pop().endswith("+addresses")


class Numbered:
    def __repr__(self):
        return "<Numbered @ %d>" % id(self)


def test_identities_in_decimal_are_addresses_too():
    digests = {parameter_digest({"v": {Numbered(), Numbered()}}) for _ in range(3)}
    assert len(digests) == 1
    assert digests.pop().endswith("+addresses")


def test_a_value_without_a_usable_repr():
    assert parameter_digest({"v": Loud()}) == parameter_digest({"v": Loud()})


def test_a_value_that_holds_itself():
    value = []
    value.append(value)
    assert parameter_digest({"v": value}) is not None
