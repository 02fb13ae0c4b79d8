/*
 * Hears of calls without the cost of a Python call for each of them, and passes on only what was not noted before in
 * the same place; what a call means is decided in Python. Up to 3.11 by the frame evaluation hook, from 3.12 on as the
 * callback of sys.monitoring. It never writes into code objects: some of the interpreter's own are read-only.
 */
#define PY_SSIZE_T_CLEAN
#define Py_BUILD_CORE_MODULE 1
#include <Python.h>
#include <stdint.h>

#if PY_VERSION_HEX < 0x03090000 || PY_VERSION_HEX >= 0x030F0000
#error "not known to work with this version of Python"
#endif
#ifdef Py_GIL_DISABLED
#error "relies on the global interpreter lock"
#endif
#if PY_VERSION_HEX >= 0x030B0000
#include <internal/pycore_code.h>
#if PY_VERSION_HEX >= 0x030E0000
#include <internal/pycore_interpframe.h>
#include <internal/pycore_stackref.h>
#else
#include <internal/pycore_frame.h>
#endif
typedef struct _PyInterpreterFrame Frame;
#else
#include <frameobject.h>
typedef PyFrameObject Frame;
#endif
#if PY_VERSION_HEX < 0x030A0000
static inline PyObject *Py_NewRef(PyObject *object)
{
    Py_INCREF(object);
    return object;
}
#endif
#define BY_MONITORING (PY_VERSION_HEX >= 0x030C0000)

/* What is known about one code object; `describe` keeps the code object alive. */
typedef struct {
    PyObject *entry; /* NULL: not the repository's */
    int32_t index;   /* -1: generated code, or foreign */
    uint32_t number; /* distinct for each of these */
    int32_t first;   /* slot of the first argument, or -1 */
    int first_is_cell;
    int is_module;
    int suspends;
    int start;       /* f_lasti at the first start of what suspends */
} Info;

typedef struct {
    uint32_t generation;
    int32_t caller;
    uint32_t callee;
    PyTypeObject *class;
} Seen;

static struct {
    PyObject *describe, *note_call, *begin_module, *end_module, *lose, *disable;
    unsigned long main_thread;
    int installed;
} hooks;

static struct { PyCodeObject **keys; Info **values; size_t size, used; } codes;
static struct { Seen *slots; size_t size, used; uint32_t generation; } seen = {NULL, 0, 0, 1};
static __thread int busy;
static int untold; /* a loss: at the limit of recursion there is no room to tell of it either */

static size_t mix(uint64_t value)
{
    value *= 0x9E3779B97F4A7C15u;
    return (size_t)(value ^ (value >> 29));
}

/* Code objects */

static Info *find_info(PyCodeObject *code)
{
    if (codes.size == 0) return NULL;
    size_t at = mix((uintptr_t)code >> 4) & (codes.size - 1);
    while (codes.keys[at] != NULL) {
        if (codes.keys[at] == code) return codes.values[at];
        at = (at + 1) & (codes.size - 1);
    }
    return NULL;
}

static int grow_codes(void)
{
    size_t old_size = codes.size, size = old_size ? old_size * 2 : 4096;
    PyCodeObject **old_keys = codes.keys, **keys = calloc(size, sizeof *keys);
    Info **old_values = codes.values, **values = calloc(size, sizeof *values);
    if (keys == NULL || values == NULL) {
        free(keys);
        free(values);
        return -1;
    }
    for (size_t from = 0; from < old_size; from++) {
        if (old_keys[from] == NULL) continue;
        size_t at = mix((uintptr_t)old_keys[from] >> 4) & (size - 1);
        while (keys[at] != NULL) at = (at + 1) & (size - 1);
        keys[at] = old_keys[from];
        values[at] = old_values[from];
    }
    codes.keys = keys;
    codes.values = values;
    codes.size = size;
    free(old_keys);
    free(old_values);
    return 0;
}

static void find_first(Info *info, PyCodeObject *code)
{
    info->first = 0;
#if PY_VERSION_HEX >= 0x030B0000
    char kind = PyBytes_AS_STRING(code->co_localspluskinds)[0];
    /* The hook of 3.11 comes before a function's cells are made, but a generator's are made when it is. */
    info->first_is_cell = (kind & CO_FAST_CELL) && (BY_MONITORING || info->suspends);
#else
    if (code->co_cell2arg == NULL) return;
    for (Py_ssize_t cell = 0; cell < PyTuple_GET_SIZE(code->co_cellvars); cell++) {
        if (code->co_cell2arg[cell] != 0) continue;
        info->first = code->co_nlocals + (int)cell;
        info->first_is_cell = 1;
    }
#endif
}

static void lose(void)
{
    PyObject *told = PyObject_CallNoArgs(hooks.lose);
    untold = told == NULL;
    if (untold) PyErr_Clear();
    Py_XDECREF(told);
}

/* Runs Python with no exception set, deaf to what it calls. NULL: it failed, and that is told. */
static PyObject *call_python(PyObject *function, PyObject *const *arguments, size_t count)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    busy++;
    if (untold) lose();
    PyObject *result = PyObject_Vectorcall(function, arguments, count, NULL);
    if (result == NULL) {
        PyErr_Clear();
        lose();
    }
    busy--;
    PyErr_Restore(type, value, traceback);
    return result;
}

/* `describe` says None for foreign code, else (entry, index, has a first argument, is a module, first start). */
static int read_description(Info *info, PyCodeObject *code, PyObject *description)
{
    if (description == Py_None) return 0;
    int has_first;
    if (!PyArg_ParseTuple(description, "Oippi", &info->entry, &info->index, &has_first, &info->is_module, &info->start))
        return -1;
    Py_INCREF(info->entry);
    info->suspends = (code->co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR)) != 0;
    if (has_first) find_first(info, code);
    return 0;
}

static Info *make_info(PyCodeObject *code)
{
    PyObject *argument = (PyObject *)code;
    PyObject *description = call_python(hooks.describe, &argument, 1);
    if (description == NULL) return NULL;
    Info *info = calloc(1, sizeof *info);
    if (info != NULL) {
        info->index = info->first = -1;
        info->number = (uint32_t)codes.used;
        if (read_description(info, code, description) < 0) {
            PyErr_Clear();
            free(info);
            info = NULL;
        }
    }
    Py_DECREF(description);
    return info;
}

static Info *learn(PyCodeObject *code)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback); /* of what is thrown into a generator */
    Info *info = make_info(code);
    PyErr_Restore(type, value, traceback);
    if (info == NULL) return NULL;
    if ((codes.used + 1) * 2 > codes.size && grow_codes() < 0) return NULL;
    size_t at = mix((uintptr_t)code >> 4) & (codes.size - 1);
    while (codes.keys[at] != NULL) at = (at + 1) & (codes.size - 1);
    codes.keys[at] = code;
    codes.values[at] = info;
    codes.used++;
    return info;
}

/* Frames */

static PyCodeObject *code_of(Frame *frame)
{
#if PY_VERSION_HEX >= 0x030E0000
    PyObject *executable = PyStackRef_AsPyObjectBorrow(frame->f_executable);
    return PyCode_Check(executable) ? (PyCodeObject *)executable : NULL;
#elif PY_VERSION_HEX >= 0x030D0000
    return PyCode_Check(frame->f_executable) ? (PyCodeObject *)frame->f_executable : NULL;
#else
    return frame->f_code;
#endif
}

static Frame *frame_below(Frame *frame)
{
#if PY_VERSION_HEX >= 0x030B0000
    do frame = frame->previous;
    while (frame != NULL && _PyFrame_IsIncomplete(frame));
    return frame;
#else
    return frame->f_back;
#endif
}

/* The nearest repository frame, from `frame` on; -1: none. */
static int32_t nearest(Frame *frame)
{
    while (frame != NULL) {
        PyCodeObject *code = code_of(frame);
        if (code != NULL) {
            Info *info = find_info(code);
            if (info == NULL) info = learn(code);
            if (info != NULL && info->index >= 0) return info->index;
        }
        frame = frame_below(frame);
    }
    return -1;
}

static PyObject *first_argument(Info *info, Frame *frame)
{
#if PY_VERSION_HEX >= 0x030E0000
    _PyStackRef reference = frame->localsplus[info->first];
    PyObject *first = PyStackRef_IsNull(reference) ? NULL : PyStackRef_AsPyObjectBorrow(reference);
#elif PY_VERSION_HEX >= 0x030B0000
    PyObject *first = frame->localsplus[info->first];
#else
    PyObject *first = frame->f_localsplus[info->first];
#endif
    if (info->first_is_cell && first != NULL && PyCell_Check(first)) first = PyCell_GET(first);
    return first != NULL ? first : Py_None;
}

/* What was noted before */

static int grow_seen(void)
{
    size_t size = seen.size ? seen.size * 2 : 8192;
    Seen *slots = calloc(size, sizeof *slots);
    if (slots == NULL) return -1;
    free(seen.slots);
    seen.slots = slots;
    seen.size = size;
    seen.used = 0; /* what is forgotten here is noted once more, to no effect */
    return 0;
}

/* Whether this is the first time since the last move. */
static int is_new(int32_t caller, uint32_t callee, PyTypeObject *class)
{
    if ((seen.used + 1) * 2 > seen.size && grow_seen() < 0) return 1;
    uint64_t both = ((uint64_t)(uint32_t)caller << 32) | callee;
    size_t at = mix(both ^ mix((uintptr_t)class >> 4)) & (seen.size - 1);
    for (;;) {
        Seen *slot = &seen.slots[at];
        if (slot->generation != seen.generation) {
            *slot = (Seen){seen.generation, caller, callee, class};
            seen.used++;
            return 1;
        }
        if (slot->caller == caller && slot->callee == callee && slot->class == class) return 0;
        at = (at + 1) & (seen.size - 1);
    }
}

static void note(Info *info, Frame *frame, Frame *caller_frame)
{
    int32_t caller = nearest(caller_frame);
    PyObject *first = info->first >= 0 ? first_argument(info, frame) : Py_None;
    PyTypeObject *class = NULL;
    if (info->first >= 0) class = PyType_Check(first) ? (PyTypeObject *)first : Py_TYPE(first);
    /* At the bottom of another thread the caller is who started it: that is for Python to find out, each time. */
    int known = caller >= 0 || PyThread_get_thread_ident() == hooks.main_thread;
    if (known && !is_new(caller, info->number, class)) return;
    PyObject *number = caller < 0 ? Py_NewRef(Py_None) : PyLong_FromLong(caller);
    PyObject *arguments[] = {info->entry, first, number};
    Py_INCREF(first);
    Py_XDECREF(call_python(hooks.note_call, arguments, 3));
    Py_DECREF(first);
    Py_DECREF(number);
}

#if BY_MONITORING

static PyObject *on_start(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 2 || !PyCode_Check(arguments[0])) Py_RETURN_NONE;
    PyCodeObject *code = (PyCodeObject *)arguments[0];
    Info *info = find_info(code);
    if (info == NULL) info = learn(code);
    if (info == NULL) Py_RETURN_NONE;
    if (info->entry == NULL) return Py_NewRef(hooks.disable);
#if PY_VERSION_HEX >= 0x030D0000
    Frame *frame = PyThreadState_Get()->current_frame;
#else
    Frame *frame = PyThreadState_Get()->cframe->current_frame;
#endif
    if (frame == NULL || code_of(frame) != code) Py_RETURN_NONE;
    note(info, frame, frame_below(frame));
    if (info->is_module) {
        PyObject *module[] = {(PyObject *)code, (PyObject *)PyEval_GetFrame()};
        Py_XDECREF(call_python(hooks.begin_module, module, 2));
    }
    Py_RETURN_NONE;
}

#else

static int begins(Info *info, Frame *frame, int throwing)
{
    if (!info->suspends) return 1;
#if PY_VERSION_HEX >= 0x030B0000
    int last = _PyInterpreterFrame_LASTI(frame) * (int)sizeof(_Py_CODEUNIT);
#else
    int last = frame->f_lasti;
#endif
    return !throwing && last == info->start;
}

static PyObject *globals_of(Frame *frame)
{
    return frame->f_globals;
}

static PyObject *evaluate(PyThreadState *state, Frame *frame, int throwing)
{
    Info *info = find_info(code_of(frame));
    if (info != NULL && info->entry == NULL) return _PyEval_EvalFrameDefault(state, frame, throwing);
    if (busy) return _PyEval_EvalFrameDefault(state, frame, throwing);
    if (info == NULL) info = learn(code_of(frame));
    if (info == NULL || info->entry == NULL || !begins(info, frame, throwing))
        return _PyEval_EvalFrameDefault(state, frame, throwing);
#if PY_VERSION_HEX >= 0x030B0000
    Frame *caller = state->cframe->current_frame;
    if (caller != NULL && _PyFrame_IsIncomplete(caller)) caller = frame_below(caller);
#else
    Frame *caller = frame->f_back;
#endif
    note(info, frame, caller);
    if (!info->is_module) return _PyEval_EvalFrameDefault(state, frame, throwing);
    PyObject *module[] = {(PyObject *)code_of(frame), globals_of(frame)}; /* `describe` keeps the code alive */
    Py_XDECREF(call_python(hooks.begin_module, module, 2));
    PyObject *result = _PyEval_EvalFrameDefault(state, frame, throwing);
    Py_XDECREF(call_python(hooks.end_module, module, 1));
    return result;
}

#endif

/* The module */

static PyObject *set_up(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    if (!PyArg_ParseTuple(arguments, "OOOOOOk", &hooks.describe, &hooks.note_call, &hooks.begin_module,
                          &hooks.end_module, &hooks.lose, &hooks.disable, &hooks.main_thread))
        return NULL;
    Py_INCREF(hooks.describe);
    Py_INCREF(hooks.note_call);
    Py_INCREF(hooks.begin_module);
    Py_INCREF(hooks.end_module);
    Py_INCREF(hooks.lose);
    Py_INCREF(hooks.disable);
    Py_RETURN_NONE;
}

static PyObject *forget(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    if (++seen.generation == 0) {
        memset(seen.slots, 0, seen.size * sizeof *seen.slots);
        seen.generation = 1;
    }
    seen.used = 0;
    Py_RETURN_NONE;
}

static PyObject *tell_loss(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    if (untold) lose();
    Py_RETURN_NONE;
}

#if !BY_MONITORING

static PyObject *install(PyObject *Py_UNUSED(module), PyObject *on)
{
    PyInterpreterState *interpreter = PyThreadState_Get()->interp;
    int was = _PyInterpreterState_GetEvalFrameFunc(interpreter) == evaluate;
    _PyInterpreterState_SetEvalFrameFunc(interpreter, PyObject_IsTrue(on) ? evaluate : _PyEval_EvalFrameDefault);
    return PyBool_FromLong(was);
}

#if PY_VERSION_HEX >= 0x030B0000

static PyObject *version_of(PyObject *Py_UNUSED(module), PyObject *function)
{
    return PyLong_FromUnsignedLong(PyFunction_Check(function) ? ((PyFunctionObject *)function)->func_version : 0);
}

#endif
#endif

static PyMethodDef methods[] = {
    {"set_up", set_up, METH_VARARGS, "Once: the functions that it calls."},
    {"tell_loss", tell_loss, METH_NOARGS, "Tells of a loss that there was no room to tell of."},
    {"forget", forget, METH_NOARGS, "What was noted before is to be noted again."},
#if BY_MONITORING
    {"on_start", (PyCFunction)(void (*)(void))on_start, METH_FASTCALL, "For PY_START of sys.monitoring."},
#else
    {"install", install, METH_O, "Sets the hook, or takes it away; returns whether it was set."},
#if PY_VERSION_HEX >= 0x030B0000
    {"version_of", version_of, METH_O, "The version by which specialised calls know a function; 0: it has none yet."},
#endif
#endif
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "quarry_accelerator", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_quarry_accelerator(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && PyModule_AddStringConstant(module, "compiled_for", PY_VERSION) < 0) Py_CLEAR(module);
    return module;
}
