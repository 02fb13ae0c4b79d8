/**
 * Names of the members, `__…__` left out, of classes of the standard library that people derive from, in any of Python 3.8
 * to 3.13. Classes whose methods find others by name (`ast.NodeVisitor`, `cmd.Cmd`) are left out on purpose: of what derives
 * from them nothing is known. `exception` stands for every built-in exception, `namedtuple` for what that function makes.
 */
export const standardClasses: Readonly<Record<string, string>> = {
  'abc.ABC': '_abc_impl',
  'argparse.Action': '_get_args _get_kwargs format_usage',
  'argparse.ArgumentParser':
    '_add_action _add_container_actions _check_conflict _check_value _get_args _get_formatter _get_handler _get_kwargs _get_nargs_pattern _get_option_tuples _get_optional_actions _get_optional_kwargs _get_positional_actions _get_positional_kwargs _get_value _get_values _handle_conflict_error _handle_conflict_resolve _match_argument _match_arguments_partial _parse_known_args _parse_optional _pop_action_class _print_message _read_args_from_files _registry_get _remove_action _warning add_argument add_argument_group add_mutually_exclusive_group add_subparsers convert_arg_line_to_args error exit format_help format_usage get_default parse_args parse_intermixed_args parse_known_args parse_known_intermixed_args print_help print_usage register set_defaults',
  'argparse.HelpFormatter':
    '_Section _add_item _dedent _expand_help _fill_text _format_action _format_action_invocation _format_actions_usage _format_args _format_text _format_usage _get_actions_usage_parts _get_default_metavar_for_optional _get_default_metavar_for_positional _get_help_string _indent _iter_indented_subactions _join_parts _metavar_formatter _split_lines add_argument add_arguments add_text add_usage end_section format_help start_section',
  'argparse.Namespace': '_get_args _get_kwargs',
  'array.array':
    'append buffer_info byteswap clear count extend frombytes fromfile fromlist fromstring fromunicode index insert itemsize pop remove reverse tobytes tofile tolist tostring tounicode typecode',
  'asyncio.AbstractEventLoop':
    '_timer_handle_cancelled add_reader add_signal_handler add_writer call_at call_exception_handler call_later call_soon call_soon_threadsafe close connect_accepted_socket connect_read_pipe connect_write_pipe create_connection create_datagram_endpoint create_future create_server create_task create_unix_connection create_unix_server default_exception_handler get_debug get_exception_handler get_task_factory getaddrinfo getnameinfo is_closed is_running remove_reader remove_signal_handler remove_writer run_forever run_in_executor run_until_complete sendfile set_debug set_default_executor set_exception_handler set_task_factory shutdown_asyncgens shutdown_default_executor sock_accept sock_connect sock_recv sock_recv_into sock_recvfrom sock_recvfrom_into sock_sendall sock_sendfile sock_sendto start_tls stop subprocess_exec subprocess_shell time',
  'asyncio.Future':
    '_asyncio_future_blocking _callbacks _cancel_message _exception _log_traceback _loop _make_cancelled_error _repr_info _result _source_traceback _state add_done_callback cancel cancelled done exception get_loop remove_done_callback result set_exception set_result',
  'asyncio.Protocol':
    'connection_lost connection_made data_received eof_received pause_writing resume_writing',
  'asyncio.Task':
    '_asyncio_future_blocking _callbacks _cancel_message _coro _exception _fut_waiter _log_destroy_pending _log_traceback _loop _make_cancelled_error _must_cancel _repr_info _result _source_traceback _state add_done_callback all_tasks cancel cancelled cancelling current_task done exception get_context get_coro get_loop get_name get_stack print_stack remove_done_callback result set_exception set_name set_result uncancel',
  'builtins.bytearray':
    'append capitalize center clear copy count decode endswith expandtabs extend find fromhex hex index insert isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition pop remove removeprefix removesuffix replace reverse rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
  'builtins.bytes':
    'capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
  'builtins.dict': 'clear copy fromkeys get items keys pop popitem setdefault update values',
  'builtins.float': 'as_integer_ratio conjugate fromhex hex imag is_integer real',
  'builtins.frozenset':
    'copy difference intersection isdisjoint issubset issuperset symmetric_difference union',
  'builtins.int':
    'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator real to_bytes',
  'builtins.list': 'append clear copy count extend index insert pop remove reverse sort',
  'builtins.memoryview':
    '_from_flags c_contiguous cast contiguous f_contiguous format hex itemsize nbytes ndim obj readonly release shape strides suboffsets tobytes tolist toreadonly',
  'builtins.object': '',
  'builtins.property': 'deleter fdel fget fset getter setter',
  'builtins.set':
    'add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset issuperset pop remove symmetric_difference symmetric_difference_update union update',
  'builtins.slice': 'indices start step stop',
  'builtins.str':
    'capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
  'builtins.tuple': 'count index',
  'builtins.type': 'mro',
  'collections.ChainMap':
    '_MutableMapping__marker _abc_impl clear copy fromkeys get items keys new_child parents pop popitem setdefault update values',
  'collections.Counter':
    '_keep_positive clear copy elements fromkeys get items keys most_common pop popitem setdefault subtract total update values',
  'collections.OrderedDict':
    'clear copy fromkeys get items keys move_to_end pop popitem setdefault update values',
  'collections.UserDict':
    '_MutableMapping__marker _abc_impl clear copy fromkeys get items keys pop popitem setdefault update values',
  'collections.UserList':
    '_UserList__cast _abc_impl append clear copy count extend index insert pop remove reverse sort',
  'collections.UserString':
    '_abc_impl capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
  'collections.abc.AsyncGenerator': '_abc_impl aclose asend athrow',
  'collections.abc.AsyncIterable': '_abc_impl',
  'collections.abc.AsyncIterator': '_abc_impl',
  'collections.abc.Awaitable': '_abc_impl',
  'collections.abc.ByteString': '_abc_impl _removal_version count index',
  'collections.abc.Callable': '_abc_impl',
  'collections.abc.Collection': '_abc_impl',
  'collections.abc.Container': '_abc_impl',
  'collections.abc.Coroutine': '_abc_impl close send throw',
  'collections.abc.Generator': '_abc_impl close send throw',
  'collections.abc.Hashable': '_abc_impl',
  'collections.abc.ItemsView': '_abc_impl _from_iterable _hash _mapping isdisjoint',
  'collections.abc.Iterable': '_abc_impl',
  'collections.abc.Iterator': '_abc_impl',
  'collections.abc.KeysView': '_abc_impl _from_iterable _hash _mapping isdisjoint',
  'collections.abc.Mapping': '_abc_impl get items keys values',
  'collections.abc.MappingView': '_abc_impl _mapping',
  'collections.abc.MutableMapping':
    '_MutableMapping__marker _abc_impl clear get items keys pop popitem setdefault update values',
  'collections.abc.MutableSequence': '_abc_impl append clear count extend index insert pop remove reverse',
  'collections.abc.MutableSet': '_abc_impl _from_iterable _hash add clear discard isdisjoint pop remove',
  'collections.abc.Reversible': '_abc_impl',
  'collections.abc.Sequence': '_abc_impl count index',
  'collections.abc.Set': '_abc_impl _from_iterable _hash isdisjoint',
  'collections.abc.Sized': '_abc_impl',
  'collections.abc.ValuesView': '_abc_impl _mapping',
  'collections.defaultdict':
    'clear copy default_factory fromkeys get items keys pop popitem setdefault update values',
  'collections.deque':
    'append appendleft clear copy count extend extendleft index insert maxlen pop popleft remove reverse rotate',
  'concurrent.futures.Executor': 'map shutdown submit',
  'concurrent.futures.ThreadPoolExecutor':
    '_adjust_thread_count _counter _initializer_failed map shutdown submit',
  'configparser.ConfigParser':
    'BOOLEAN_STATES NONSPACECRE OPTCRE OPTCRE_NV SECTCRE _DEFAULT_INTERPOLATION _MutableMapping__marker _OPT_NV_TMPL _OPT_TMPL _SECT_TMPL _abc_impl _convert_to_boolean _get _get_conv _handle_continuation_line _handle_error _handle_header _handle_option _handle_rest _join_multiline_values _read _read_defaults _read_inner _unify_values _validate_value_types _write_section add_section clear converters defaults get getboolean getfloat getint has_option has_section items keys options optionxform pop popitem read read_dict read_file read_string readfp remove_option remove_section sections set setdefault update values write',
  'configparser.RawConfigParser':
    'BOOLEAN_STATES NONSPACECRE OPTCRE OPTCRE_NV SECTCRE _DEFAULT_INTERPOLATION _MutableMapping__marker _OPT_NV_TMPL _OPT_TMPL _SECT_TMPL _abc_impl _convert_to_boolean _get _get_conv _handle_continuation_line _handle_error _handle_header _handle_option _handle_rest _join_multiline_values _read _read_defaults _read_inner _unify_values _validate_value_types _write_section add_section clear converters defaults get getboolean getfloat getint has_option has_section items keys options optionxform pop popitem read read_dict read_file read_string readfp remove_option remove_section sections set setdefault update values write',
  'contextlib.AbstractAsyncContextManager': '_abc_impl',
  'contextlib.AbstractContextManager': '_abc_impl',
  'contextlib.AsyncExitStack':
    '_abc_impl _create_async_cb_wrapper _create_async_exit_wrapper _create_cb_wrapper _create_exit_wrapper _push_async_cm_exit _push_cm_exit _push_exit_callback aclose callback enter_async_context enter_context pop_all push push_async_callback push_async_exit',
  'contextlib.ContextDecorator': '_recreate_cm',
  'contextlib.ExitStack':
    '_abc_impl _create_cb_wrapper _create_exit_wrapper _push_cm_exit _push_exit_callback callback close enter_context pop_all push',
  'csv.Dialect':
    '_name _valid _validate delimiter doublequote escapechar lineterminator quotechar quoting skipinitialspace',
  'datetime.date':
    'ctime day fromisocalendar fromisoformat fromordinal fromtimestamp isocalendar isoformat isoweekday max min month replace resolution strftime timetuple today toordinal weekday year',
  'datetime.datetime':
    'astimezone combine ctime date day dst fold fromisocalendar fromisoformat fromordinal fromtimestamp hour isocalendar isoformat isoweekday max microsecond min minute month now replace resolution second strftime strptime time timestamp timetuple timetz today toordinal tzinfo tzname utcfromtimestamp utcnow utcoffset utctimetuple weekday year',
  'datetime.time':
    'dst fold fromisoformat hour isoformat max microsecond min minute replace resolution second strftime tzinfo tzname utcoffset',
  'datetime.timedelta': 'days max microseconds min resolution seconds total_seconds',
  'datetime.timezone': 'dst fromutc max min tzname utc utcoffset',
  'datetime.tzinfo': 'dst fromutc tzname utcoffset',
  'decimal.Context':
    'Emax Emin Etiny Etop _apply abs add canonical capitals clamp clear_flags clear_traps compare compare_signal compare_total compare_total_mag copy copy_abs copy_decimal copy_negate copy_sign create_decimal create_decimal_from_float divide divide_int divmod exp fma is_canonical is_finite is_infinite is_nan is_normal is_qnan is_signed is_snan is_subnormal is_zero ln log10 logb logical_and logical_invert logical_or logical_xor max max_mag min min_mag minus multiply next_minus next_plus next_toward normalize number_class plus power prec quantize radix remainder remainder_near rotate rounding same_quantum scaleb shift sqrt subtract to_eng_string to_integral to_integral_exact to_integral_value to_sci_string',
  'decimal.Decimal':
    'adjusted as_integer_ratio as_tuple canonical compare compare_signal compare_total compare_total_mag conjugate copy_abs copy_negate copy_sign exp fma from_float imag is_canonical is_finite is_infinite is_nan is_normal is_qnan is_signed is_snan is_subnormal is_zero ln log10 logb logical_and logical_invert logical_or logical_xor max max_mag min min_mag next_minus next_plus next_toward normalize number_class quantize radix real remainder_near rotate same_quantum scaleb shift sqrt to_eng_string to_integral to_integral_exact to_integral_value',
  'email.message.EmailMessage':
    '_add_multipart _body_types _find_body _get_params_preserve _make_multipart add_alternative add_attachment add_header add_related as_bytes as_string attach clear clear_content del_param get get_all get_body get_boundary get_charset get_charsets get_content get_content_charset get_content_disposition get_content_maintype get_content_subtype get_content_type get_default_type get_filename get_param get_params get_payload get_unixfrom is_attachment is_multipart items iter_attachments iter_parts keys make_alternative make_mixed make_related raw_items replace_header set_boundary set_charset set_content set_default_type set_param set_payload set_raw set_type set_unixfrom values walk',
  'email.message.Message':
    '_get_params_preserve add_header as_bytes as_string attach del_param get get_all get_boundary get_charset get_charsets get_content_charset get_content_disposition get_content_maintype get_content_subtype get_content_type get_default_type get_filename get_param get_params get_payload get_unixfrom is_multipart items keys raw_items replace_header set_boundary set_charset set_default_type set_param set_payload set_raw set_type set_unixfrom values walk',
  'enum.Enum': '',
  'enum.Flag': '',
  'enum.IntEnum':
    'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator real to_bytes',
  'enum.IntFlag':
    'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator real to_bytes',
  exception:
    'add_note args characters_written code derive encoding end end_lineno end_offset errno exceptions filename filename2 lineno message msg name name_from obj object offset path print_file_and_line reason split start strerror subgroup text value with_traceback',
  'fractions.Fraction':
    '_abc_impl _add _denominator _div _divmod _floordiv _format_float_style _format_general _from_coprime_ints _mod _mul _numerator _operator_fallbacks _richcmp _sub as_integer_ratio conjugate denominator from_decimal from_float imag is_integer limit_denominator numerator real',
  'functools.partial': 'args func keywords',
  'functools.partialmethod': '_make_unbound_method',
  'http.client.HTTPConnection':
    '_encode_request _get_content_length _get_hostport _http_vsn _http_vsn_str _is_textIO _output _read_readable _send_output _send_request _tunnel _validate_host _validate_method _validate_path _wrap_ipv6 auto_open close connect debuglevel default_port endheaders get_proxy_response_headers getresponse putheader putrequest request response_class send set_debuglevel set_tunnel',
  'http.client.HTTPResponse':
    '_abc_impl _checkClosed _checkReadable _checkSeekable _checkWritable _check_close _close_conn _get_chunk_left _peek_chunked _read1_chunked _read_and_discard_trailer _read_chunked _read_next_chunk_size _read_status _readall_chunked _readinto_chunked _safe_read _safe_readinto begin close closed detach fileno flush getcode getheader getheaders geturl info isatty isclosed peek read read1 readable readinto readinto1 readline readlines seek seekable tell truncate writable write writelines',
  'http.cookiejar.CookieJar':
    '_cookie_attrs _cookie_from_cookie_tuple _cookies_for_domain _cookies_for_request _cookies_from_attrs_set _normalized_cookie_tuples _process_rfc2109_cookies add_cookie_header clear clear_expired_cookies clear_session_cookies domain_re dots_re extract_cookies magic_re make_cookies non_word_re quote_re set_cookie set_cookie_if_ok set_policy strict_domain_re',
  'importlib.abc.Loader': '_abc_impl create_module load_module module_repr',
  'importlib.abc.MetaPathFinder': '_abc_impl find_module invalidate_caches',
  'io.BufferedIOBase':
    '_abc_impl _checkClosed _checkReadable _checkSeekable _checkWritable close closed detach fileno flush isatty read read1 readable readinto readinto1 readline readlines seek seekable tell truncate writable write writelines',
  'io.BufferedReader':
    '_checkClosed _checkReadable _checkSeekable _checkWritable _dealloc_warn _finalizing close closed detach fileno flush isatty mode name peek raw read read1 readable readinto readinto1 readline readlines seek seekable tell truncate writable write writelines',
  'io.BytesIO':
    '_checkClosed _checkReadable _checkSeekable _checkWritable close closed detach fileno flush getbuffer getvalue isatty read read1 readable readinto readinto1 readline readlines seek seekable tell truncate writable write writelines',
  'io.IOBase':
    '_abc_impl _checkClosed _checkReadable _checkSeekable _checkWritable close closed fileno flush isatty readable readline readlines seek seekable tell truncate writable writelines',
  'io.RawIOBase':
    '_abc_impl _checkClosed _checkReadable _checkSeekable _checkWritable close closed fileno flush isatty read readable readall readinto readline readlines seek seekable tell truncate writable write writelines',
  'io.StringIO':
    '_checkClosed _checkReadable _checkSeekable _checkWritable close closed detach encoding errors fileno flush getvalue isatty line_buffering newlines read readable readline readlines seek seekable tell truncate writable write writelines',
  'io.TextIOBase':
    '_abc_impl _checkClosed _checkReadable _checkSeekable _checkWritable close closed detach encoding errors fileno flush isatty newlines read readable readline readlines seek seekable tell truncate writable write writelines',
  'io.TextIOWrapper':
    '_CHUNK_SIZE _checkClosed _checkReadable _checkSeekable _checkWritable _finalizing buffer close closed detach encoding errors fileno flush isatty line_buffering name newlines read readable readline readlines reconfigure seek seekable tell truncate writable write write_through writelines',
  'json.JSONDecoder': 'decode raw_decode',
  'json.JSONEncoder': 'default encode item_separator iterencode key_separator',
  'logging.Filter': 'filter',
  'logging.Formatter':
    'converter default_msec_format default_time_format format formatException formatMessage formatStack formatTime usesTime',
  'logging.Handler':
    '_at_fork_reinit acquire addFilter close createLock emit filter flush format get_name handle handleError name release removeFilter setFormatter setLevel set_name',
  'logging.Logger':
    '_log addFilter addHandler callHandlers critical debug error exception fatal filter findCaller getChild getChildren getEffectiveLevel handle hasHandlers info isEnabledFor log makeRecord manager removeFilter removeHandler root setLevel warn warning',
  'logging.LoggerAdapter':
    '_log critical debug error exception getEffectiveLevel hasHandlers info isEnabledFor log manager name process setLevel warn warning',
  'logging.StreamHandler':
    '_at_fork_reinit acquire addFilter close createLock emit filter flush format get_name handle handleError name release removeFilter setFormatter setLevel setStream set_name terminator',
  namedtuple: '_asdict _field_defaults _field_types _fields _make _replace _source count index',
  'numbers.Complex': '_abc_impl conjugate imag real',
  'numbers.Integral': '_abc_impl conjugate denominator imag numerator real',
  'numbers.Number': '_abc_impl',
  'numbers.Rational': '_abc_impl conjugate denominator imag numerator real',
  'numbers.Real': '_abc_impl conjugate imag real',
  'os.PathLike': '_abc_impl',
  'pathlib.Path':
    '_accessor _cached_cparts _closed _cparts _drv _filter_trailing_slash _flavour _format_parsed_parts _from_parsed_parts _from_parsed_string _from_parts _glob_selector _globber _hash _init _lines _lines_cached _load_parts _make_child _make_child_relpath _max_symlinks _opener _parse_args _parse_path _parts _parts_normcase _parts_normcase_cached _pattern_str _pparts _raise_closed _raw_open _raw_path _raw_paths _remove_leading_dot _remove_trailing_slash _resolving _root _scandir _stack _str _str_normcase _str_normcase_cached _tail _tail_cached _unsupported_msg absolute anchor as_posix as_uri chmod cwd drive exists expanduser from_uri full_match glob group hardlink_to home is_absolute is_block_device is_char_device is_dir is_fifo is_file is_junction is_mount is_relative_to is_reserved is_socket is_symlink iterdir joinpath lchmod link_to lstat match mkdir name open owner parent parents parser parts read_bytes read_text readlink relative_to rename replace resolve rglob rmdir root samefile stat stem suffix suffixes symlink_to touch unlink walk with_name with_segments with_stem with_suffix write_bytes write_text',
  'pathlib.PosixPath':
    '_accessor _cached_cparts _closed _cparts _drv _filter_trailing_slash _flavour _format_parsed_parts _from_parsed_parts _from_parsed_string _from_parts _glob_selector _globber _hash _init _lines _lines_cached _load_parts _make_child _make_child_relpath _max_symlinks _opener _parse_args _parse_path _parts _parts_normcase _parts_normcase_cached _pattern_str _pparts _raise_closed _raw_open _raw_path _raw_paths _remove_leading_dot _remove_trailing_slash _resolving _root _scandir _stack _str _str_normcase _str_normcase_cached _tail _tail_cached _unsupported_msg absolute anchor as_posix as_uri chmod cwd drive exists expanduser from_uri full_match glob group hardlink_to home is_absolute is_block_device is_char_device is_dir is_fifo is_file is_junction is_mount is_relative_to is_reserved is_socket is_symlink iterdir joinpath lchmod link_to lstat match mkdir name open owner parent parents parser parts read_bytes read_text readlink relative_to rename replace resolve rglob rmdir root samefile stat stem suffix suffixes symlink_to touch unlink walk with_name with_segments with_stem with_suffix write_bytes write_text',
  'pathlib.PurePath':
    '_cached_cparts _cparts _drv _flavour _format_parsed_parts _from_parsed_parts _from_parsed_string _from_parts _globber _hash _init _lines _lines_cached _load_parts _make_child _parse_args _parse_path _parts _parts_normcase _parts_normcase_cached _pattern_str _pparts _raw_path _raw_paths _resolving _root _stack _str _str_normcase _str_normcase_cached _tail _tail_cached anchor as_posix as_uri drive full_match is_absolute is_relative_to is_reserved joinpath match name parent parents parser parts relative_to root stem suffix suffixes with_name with_segments with_stem with_suffix',
  'pathlib.PurePosixPath':
    '_cached_cparts _cparts _drv _flavour _format_parsed_parts _from_parsed_parts _from_parsed_string _from_parts _globber _hash _init _lines _lines_cached _load_parts _make_child _parse_args _parse_path _parts _parts_normcase _parts_normcase_cached _pattern_str _pparts _raw_path _raw_paths _resolving _root _stack _str _str_normcase _str_normcase_cached _tail _tail_cached anchor as_posix as_uri drive full_match is_absolute is_relative_to is_reserved joinpath match name parent parents parser parts relative_to root stem suffix suffixes with_name with_segments with_stem with_suffix',
  'pickle.Pickler': 'bin clear_memo dispatch_table dump fast memo persistent_id',
  'pickle.Unpickler': 'find_class load memo persistent_load',
  'pprint.PrettyPrinter':
    '_dispatch _format _format_dict_items _format_items _format_namespace_items _pprint_bytearray _pprint_bytes _pprint_chain_map _pprint_counter _pprint_dataclass _pprint_default_dict _pprint_deque _pprint_dict _pprint_list _pprint_mappingproxy _pprint_ordered_dict _pprint_set _pprint_simplenamespace _pprint_str _pprint_tuple _pprint_user_dict _pprint_user_list _pprint_user_string _repr _safe_repr format isreadable isrecursive pformat pprint',
  'queue.LifoQueue':
    '_get _init _put _qsize empty full get get_nowait join put put_nowait qsize shutdown task_done',
  'queue.PriorityQueue':
    '_get _init _put _qsize empty full get get_nowait join put put_nowait qsize shutdown task_done',
  'queue.Queue':
    '_get _init _put _qsize empty full get get_nowait join put put_nowait qsize shutdown task_done',
  'random.Random':
    'VERSION _randbelow _randbelow_with_getrandbits _randbelow_without_getrandbits betavariate binomialvariate choice choices expovariate gammavariate gauss getrandbits getstate lognormvariate normalvariate paretovariate randbytes randint random randrange sample seed setstate shuffle triangular uniform vonmisesvariate weibullvariate',
  're.Match': 'end endpos expand group groupdict groups lastgroup lastindex pos re regs span start string',
  're.Pattern':
    'findall finditer flags fullmatch groupindex groups match pattern scanner search split sub subn',
  'select.poll': '',
  'socket.socket':
    '_accept _check_sendfile_params _closed _decref_socketios _io_refs _real_close _sendfile_use_send _sendfile_use_sendfile accept bind close connect connect_ex detach dup family fileno get_inheritable getblocking getpeername getsockname getsockopt gettimeout listen makefile proto recv recv_into recvfrom recvfrom_into recvmsg recvmsg_into send sendall sendfile sendmsg sendmsg_afalg sendto set_inheritable setblocking setsockopt settimeout shutdown timeout type',
  'string.Formatter':
    '_vformat check_unused_args convert_field format format_field get_field get_value parse vformat',
  'string.Template':
    '_invalid braceidpattern delimiter flags get_identifiers idpattern is_valid pattern safe_substitute substitute',
  'subprocess.Popen':
    '_check_timeout _child_created _close_pipe_fds _communicate _execute_child _get_devnull _get_handles _handle_exitstatus _internal_poll _on_error_fd_closer _posix_spawn _remaining_time _save_input _stdin_write _translate_newlines _try_wait _wait communicate kill poll send_signal terminate universal_newlines wait',
  'tempfile.TemporaryDirectory': '_cleanup _rmtree cleanup',
  'threading.Condition':
    '_acquire_restore _at_fork_reinit _is_owned _release_save notify notifyAll notify_all wait wait_for',
  'threading.Event': '_at_fork_reinit _reset_internal_locks clear isSet is_set set wait',
  'threading.Lock': '_at_fork_reinit acquire acquire_lock locked locked_lock release release_lock',
  'threading.Thread':
    '_after_fork _args _bootstrap _bootstrap_inner _daemonic _delete _handle _ident _initialized _invoke_excepthook _is_stopped _kwargs _name _native_id _reset_internal_locks _set_ident _set_native_id _set_tstate_lock _started _stderr _stop _target _tstate_lock _wait_for_tstate_lock daemon getName ident isAlive isDaemon is_alive join name native_id run setDaemon setName start',
  'threading.Timer':
    '_after_fork _bootstrap _bootstrap_inner _delete _initialized _reset_internal_locks _set_ident _set_native_id _set_tstate_lock _stop _wait_for_tstate_lock cancel daemon getName ident isAlive isDaemon is_alive join name native_id run setDaemon setName start',
  'threading.local': '',
  'types.FunctionType': '',
  'types.GeneratorType': 'close gi_code gi_frame gi_running gi_suspended gi_yieldfrom send throw',
  'types.MappingProxyType': 'copy get items keys values',
  'types.MethodType': '',
  'types.ModuleType': '',
  'types.SimpleNamespace': '',
  'typing.NamedTuple': '_asdict _field_defaults _field_types _fields _make _replace _source count index',
  'typing.TypedDict': 'clear copy fromkeys get items keys pop popitem setdefault update values',
  'urllib.parse.ParseResult':
    '_asdict _encoded_counterpart _field_defaults _fields _fields_defaults _hostinfo _make _replace _userinfo count encode fragment geturl hostname index netloc params password path port query scheme username',
  'urllib.parse.SplitResult':
    '_asdict _encoded_counterpart _field_defaults _fields _fields_defaults _hostinfo _make _replace _userinfo count encode fragment geturl hostname index netloc password path port query scheme username',
  'urllib.request.BaseHandler': 'add_parent close handler_order',
  'urllib.request.Request':
    '_parse add_header add_unredirected_header data full_url get_full_url get_header get_method has_header has_proxy header_items remove_header set_proxy',
  'uuid.UUID':
    'bytes bytes_le clock_seq clock_seq_hi_variant clock_seq_low fields hex int is_safe node time time_hi_version time_low time_mid urn variant version',
  'weakref.WeakKeyDictionary':
    '_MutableMapping__marker _abc_impl _commit_removals _scrub_removals clear copy get items keyrefs keys pop popitem setdefault update values',
  'weakref.WeakSet':
    '_commit_removals add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset issuperset pop remove symmetric_difference symmetric_difference_update union update',
  'weakref.WeakValueDictionary':
    '_MutableMapping__marker _abc_impl _commit_removals clear copy get items itervaluerefs keys pop popitem setdefault update valuerefs values',
  'weakref.ref': '',
  'xml.etree.ElementTree.Element':
    'append attrib clear extend find findall findtext get getchildren getiterator insert items iter iterfind itertext keys makeelement remove set tag tail text',
  'zipfile.ZipFile':
    '_RealGetContents _extract_member _fpclose _open_to_write _sanitize_windows_name _windows_illegal_name_trans_table _write_end_record _writecheck close comment extract extractall fp getinfo infolist mkdir namelist open printdir read setpassword testzip write writestr',
}
