"""Whether a carved file is what is left of the original, by this interpreter's own syntax tree; nothing is executed.

One JSON line in for each file: {"path", "original", "carved": base64, "objects": [[qualname, line of the keyword, end
line, mode]], "leftovers": [[line, column]]}: every object of the file, `mode` being `delete`, `hollow` or `keep`, and
where each assignment and each entry of an assigned table starts that goes too; columns are bytes of UTF-8. One JSON
line [path, message] out for each file that is not as it should be, and ["", "end"] behind the last.
"""

import ast
import base64
import json
import re
import sys
import warnings

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = FUNCTIONS + (ast.ClassDef,)
IMPORTS = (ast.Import, ast.ImportFrom)


class Wrong(Exception):
    """What is not as it should be."""


def blocks_of(statement):
    """The lists of statements directly below a statement."""
    for field in ("body", "orelse", "finalbody"):
        if isinstance(getattr(statement, field, None), list):
            yield getattr(statement, field)
    for field in ("handlers", "cases"):
        for clause in getattr(statement, field, ()):
            yield clause.body


def text_statement(node):
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def take_out(block, prefix, modes, found):
    """Takes the objects out of a block, by their modes, and notes every object in it and below. Whether any went."""
    left = []
    changed = False
    for node in block:
        mode = None
        inside = prefix
        if isinstance(node, DEFINITIONS):
            key = (prefix + node.name, node.lineno)
            found[key] = node.end_lineno
            mode = modes.get(key)
            inside = prefix + node.name + "."
        for below in () if isinstance(node, FUNCTIONS) else blocks_of(node):
            if below:
                node.changed = take_out(below, inside, modes, found) or changed_in(node)
                below[:] = below or [ast.Pass()]
        if mode == "hollow":
            hollow(node)
            node.changed = True
        if mode != "delete":
            left.append(node)
        changed = changed or mode == "delete" or changed_in(node)
    block[:] = left
    return changed


def changed_in(node):
    return getattr(node, "changed", False)


def hollow(node):
    if isinstance(node, FUNCTIONS):
        node.body = [ast.Raise(exc=ast.Name(id="NotImplementedError", ctx=ast.Load()), cause=None)]
    elif text_statement(node.body[0]):
        node.body[:] = node.body[1:] or [ast.Pass()]


def equal(one, other):
    """Without recursion: expressions can be deeper than the stack."""
    pairs = [(one, other)]
    while pairs:
        a, b = pairs.pop()
        if type(a) is not type(b):
            return False
        if isinstance(a, ast.AST):
            pairs.extend((getattr(a, field, None), getattr(b, field, None)) for field in a._fields)
        elif isinstance(a, list):
            if len(a) != len(b):
                return False
            pairs.extend(zip(a, b))
        elif a != b:
            return False
    return True


def among(few, many):
    """Whether all of `few` are in `many`, in order."""
    rest = iter(many)
    return all(any(equal(one, other) for other in rest) for one in few)


def targets_of(node):
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
        targets = [node.target]
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        targets = [getattr(node.value.func, "value", None)]
    else:
        targets = []
    return [getattr(target, "id", None) for target in targets]


def exporting(node):
    return "__all__" in targets_of(node)


def texts_in(node):
    return [one for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


class Comparison:
    """Of what should be left with what is left; `texts` are the lines of the original and of the carved file."""

    def __init__(self, expected, left, texts):
        self.left = left
        self.names = None
        self.original_lines, self.carved_lines = texts
        # A comment there can change what all that follows means.
        self.comparable = self.original_lines[:2] == self.carved_lines[:2]
        self.match_blocks(expected.body, left.body)

    def may_go(self, node):
        """Without being an object: imports, entries of `__all__`, constants that nothing uses, and what this empties."""
        if isinstance(node, IMPORTS):
            return True
        if exporting(node):
            return isinstance(node, (ast.AugAssign, ast.Expr))
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            return self.unused(node)
        if isinstance(node, ast.If):
            return harmless(node.test) and all(map(self.void, blocks_of(node)))
        return type(node).__name__ in ("Try", "TryStar") and all(map(self.void, blocks_of(node)))

    def unused(self, node):
        if self.names is None:
            self.names = set(filter(None, map(name_used, ast.walk(self.left))))
        (name, *more) = targets_of(node)
        return not more and name is not None and name not in self.names

    def same_text(self, node, carved):
        """Whether nothing was to go from a statement, and it stands there as it did: most do, and trees are slow."""
        made_here = not hasattr(node, "lineno")
        if made_here or changed_in(node) or not self.comparable:
            return False
        place, other = place_of(node), place_of(carved)
        if place[2:] != other[2:] or place[1] - place[0] != other[1] - other[0]:
            return False
        return self.original_lines[place[0] : place[1]] == self.carved_lines[other[0] : other[1]]

    def void(self, block):
        return all(isinstance(node, ast.Pass) or self.may_go(node) for node in block)

    def match_blocks(self, expected, carved):
        if self.void(expected) and len(carved) == 1 and isinstance(carved[0], ast.Pass):
            return
        at = 0
        for node in expected:
            if at < len(carved) and self.may_be(node, carved[at]):
                at += 1
            elif not self.may_go(node):
                raise Wrong("line %s of the original is not what it was" % getattr(node, "lineno", "?"))
        if at < len(carved):
            raise Wrong("line %d of the carved file comes from nowhere" % carved[at].lineno)

    def may_be(self, node, carved):
        """One that may go can look like the next one that stays."""
        try:
            return self.matches(node, carved)
        except Wrong:
            if self.may_go(node):
                return False
            raise

    def matches(self, node, carved):
        if type(node) is not type(carved):
            return False
        if self.same_text(node, carved):
            return True
        if isinstance(node, IMPORTS):
            same_origin = isinstance(node, ast.Import) or (node.module, node.level) == (carved.module, carved.level)
            return same_origin and among(carved.names, node.names)
        if exporting(node):
            return exporting(carved) and among(texts_in(carved), texts_in(node))
        inner, carved_inner = list(blocks_of(node)), list(blocks_of(carved))
        if not inner:
            return equal(node, carved)
        if len(inner) != len(carved_inner) or not equal(heads_only(node), heads_only(carved)):
            return False
        for block, other in zip(inner, carved_inner):
            if other or not self.void(block):
                self.match_blocks(block, other)
        return True


def name_used(node):
    """The name that a node reads or deletes, or None: one that is only bound may be a class's own."""
    if isinstance(node, ast.AugAssign):
        return getattr(node.target, "id", None)
    return node.id if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store) else None


def place_of(statement):
    """The lines of a statement, from zero, and where it starts in its first and ends in its last."""
    first = min([statement.lineno] + [one.lineno for one in getattr(statement, "decorator_list", ())])
    return first - 1, statement.end_lineno, statement.col_offset, statement.end_col_offset


def heads_only(statement):
    """The statement with every block in it replaced by nothing."""
    copy = type(statement)(**dict(ast.iter_fields(statement)))
    for field in ("body", "orelse", "finalbody"):
        if isinstance(getattr(copy, field, None), list):
            setattr(copy, field, [])
    for field in ("handlers", "cases"):
        if hasattr(copy, field):
            setattr(copy, field, [heads_only(clause) for clause in getattr(copy, field)])
    return copy


ASKING = {"callable", "endswith", "getattr", "hasattr", "isinstance", "issubclass", "len", "startswith"}


def harmless(test):
    for node in ast.walk(test):
        if isinstance(node, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)):
            return False
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", None)) not in ASKING:
            return False
    return True


def parse(source, path, which):
    try:
        tree = ast.parse(source, path)
        if which == "carved":  # what is in the repository is no business of ours
            compile(source, path, "exec", dont_inherit=True)
        return tree
    except (SyntaxError, ValueError) as error:
        raise Wrong("%s: %s, in the %s file" % (type(error).__name__, error, which))


def lines_of(source):
    """As the interpreter counts them: a form feed ends none."""
    return re.split(b"\r\n|\r|\n", source)


def take_leftovers_out(module, places):
    """Takes assignments at module level, and entries of displays that are assigned there, out by their places."""
    goes = {tuple(place) for place in places}
    found = set()

    def stays(node):
        place = (node.lineno, node.col_offset)
        if place in goes:
            found.add(place)
        return place not in goes

    for node in module.body:
        value = getattr(node, "value", None) if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
        before = len(found)
        if isinstance(value, ast.Dict):
            pairs = [(key, of) for key, of in zip(value.keys, value.values) if key is None or stays(key)]
            value.keys, value.values = [key for key, _ in pairs], [of for _, of in pairs]
        elif isinstance(value, (ast.List, ast.Set)):
            value.elts = [item for item in value.elts if stays(item)]
        node.changed = len(found) > before
    module.body = [node for node in module.body if not isinstance(node, (ast.Assign, ast.AnnAssign)) or stays(node)]
    if found != goes:
        raise Wrong("nothing starts at %s" % sorted(goes - found))


def judge(path, original, carved, objects, leftovers=()):
    sources = [base64.b64decode(text) for text in (original, carved)]
    expected = parse(sources[0], path, "original")
    left = parse(sources[1], path, "carved")
    take_leftovers_out(expected, leftovers)
    modes = {(qualname, line): mode for qualname, line, _, mode in objects}
    found = {}
    take_out(expected.body, "", modes, found)
    for qualname, line, end_line, _ in objects:
        end = found.get((qualname, line))
        if end is None:
            raise Wrong("no %s starts on line %d" % (qualname, line))
        if end != end_line:
            raise Wrong("%s ends on line %d, not %d" % (qualname, end, end_line))
    if len(found) != len(objects):
        raise Wrong("it has objects that were not seen: %s" % sorted(set(found) - set(modes)))
    Comparison(expected, left, [lines_of(source) for source in sources])


def main():
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        file = json.loads(line)
        try:
            judge(**file)
        except (Wrong, RecursionError, MemoryError) as error:
            sys.stdout.write(json.dumps([file["path"], str(error) or type(error).__name__]) + "\n")
    sys.stdout.write(json.dumps(["", "end"]) + "\n")


main()
