"""What a call means: the same for every way of hearing of it."""

from .codes import FOREIGN


class Notes:
    """`roots()` is the caller of a frame that has no repository frame below it on its stack."""

    def __init__(self, codes, classes, scope, roots):
        self.scope = scope
        self.codes = codes
        self.roots = roots
        self._classes = classes
        self.note_frame = self._make_note_frame()

    def entry_of(self, code):
        entry = self.codes.known.get(id(code))
        return self.codes.learn(code) if entry is None else entry

    def caller_of(self, frame):
        """The number of the nearest repository frame that the frame was called from, else None."""
        find = self.codes.known.get
        frame = frame.f_back
        while frame is not None:
            entry = find(id(frame.f_code))
            if entry is None:
                entry = self.codes.learn(frame.f_code)
            if entry is not FOREIGN and entry.index is not None:
                return entry.index
            frame = frame.f_back
        return self.roots()

    def note_call(self, entry, first, caller):
        """The same where the stack has been looked at already. `caller` None: no repository frame on it."""
        touched = () if entry.first is None else self._classes.of_call(entry, first)
        if touched or entry.index is not None:
            self._note(entry, touched, self.roots() if caller is None else caller)

    def _make_note_frame(self):
        """For each frame of repository or generated code that begins to run: the way that most calls go, so all in one."""
        find = self.codes.known.get
        learn = self.codes.learn
        roots, note = self.roots, self._note
        touched_by = self._classes.of_call
        seen = set()
        self.scope.moved = seen.clear

        def note_frame(entry, frame):
            name = entry.first
            if name is None:
                first = cls = None
            else:
                first = frame.f_locals.get(name)
                cls = type(first)
                if issubclass(cls, type):
                    cls = first
            below = frame.f_back
            while below is not None:
                found = find(id(below.f_code))
                if found is None:
                    found = learn(below.f_code)
                if found is not FOREIGN and found.index is not None:
                    caller = found.index
                    break
                below = below.f_back
            else:
                caller = roots()
            key = (entry, caller, id(cls))
            if key in seen:
                return
            touched = () if name is None else touched_by(entry, first)
            if touched or entry.index is not None:
                note(entry, touched, caller)
            # The class is kept alive by now: no other one can come to have its identity.
            seen.add(key)

        return note_frame

    def _note(self, entry, touched, caller):
        place = self.scope.place
        pairs = _edges(entry, touched, caller) if touched or caller is None else ((caller, entry.index),)
        edges = [self.codes.edge(pair) for pair in pairs]
        ran = touched if entry.index is None else (entry.index,) + touched
        if self.scope.log is not None:
            self._log(set(ran) - place.executed, set(edges) - place.calls)
        place.executed.update(ran)
        place.calls.update(edges)

    def _log(self, executed, calls):
        scope, rows, edges = self.scope, self.codes.rows, self.codes.edges
        if executed or calls:
            scope.log.write(
                importing=scope.importing,
                module=rows[scope.modules[-1]] if scope.modules else None,
                executed=[rows[index] for index in executed],
                calls=[[rows[end] for end in edges[number]] for number in calls],
            )


def _edges(entry, touched, caller):
    edges = []
    if caller is not None and entry.index is not None:
        edges.append((caller, entry.index))
    if touched and entry.constructs:
        # Who makes an instance calls its class, and the class what it inherits from.
        if caller is not None:
            edges.append((caller, touched[0]))
        edges.extend((touched[0], base) for base in touched[1:])
    return edges
