"""A digest of a test point's parameters that is the same in every process when they mean the same."""

import hashlib
import re

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{4,}")
_ADDRESS_MARK = "<address>"
_DEEPEST = 8


def parameter_digest(params):
    """SHA-256 over the parameters, `+addresses` added when a repr held one (then equal digests prove less)."""
    if not params:
        return None
    text = "\n".join("%s=%s" % (name, _describe(params[name], 0)) for name in sorted(params))
    without = _ADDRESS.sub(_ADDRESS_MARK, text)
    digest = hashlib.sha256(without.encode("utf-8", "surrogatepass")).hexdigest()
    return digest + "+addresses" if _ADDRESS_MARK in without else digest


def _describe(value, depth):
    """A repr in which the order of sets does not show."""
    kind = type(value)
    if depth < _DEEPEST:
        if kind in (set, frozenset):
            return "%s{%s}" % (kind.__name__, ",".join(sorted(_describe(entry, depth + 1) for entry in value)))
        if kind in (list, tuple):
            return "%s(%s)" % (kind.__name__, ",".join(_describe(entry, depth + 1) for entry in value))
        if kind is dict:
            return "dict{%s}" % ",".join(
                "%s:%s" % (_describe(key, depth + 1), _describe(entry, depth + 1)) for key, entry in value.items()
            )
    try:
        # Some reprs hold the identity in decimal, where no pattern would know it for an address.
        return repr(value).replace(str(id(value)), _ADDRESS_MARK)
    except Exception as error:
        return "<%s whose repr raises %s>" % (kind.__qualname__, type(error).__qualname__)
