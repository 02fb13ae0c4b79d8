import { encodeSource, parseModule } from '@quarry/syntax'
import { describe, expect, test } from 'vitest'

function bytesOf(text: string, encoding: BufferEncoding = 'utf-8'): Uint8Array {
  return new Uint8Array(Buffer.from(text, encoding))
}

describe('bytes that come back as they were', () => {
  test.each([
    ['plain', bytesOf('x = 1\n'), { encoding: 'utf-8', bom: false }],
    ['empty', bytesOf(''), { encoding: 'utf-8', bom: false }],
    ['no final newline', bytesOf('x = 1'), { encoding: 'utf-8', bom: false }],
    ['CRLF', bytesOf('x = 1\r\ny = 2\r\n'), { encoding: 'utf-8', bom: false }],
    ['byte order mark', bytesOf('\ufeffx = "é"\n'), { encoding: 'utf-8', bom: true }],
    ['astral characters', bytesOf('x = "😀"\n'), { encoding: 'utf-8', bom: false }],
    ['lone carriage returns', bytesOf('x = 1\ry = 2\r\nz = 3\r'), { encoding: 'utf-8', bom: false }],
    ['form feed', bytesOf('x = 1\n\f\ny = 2\n'), { encoding: 'utf-8', bom: false }],
    [
      'latin-1',
      bytesOf('# -*- coding: latin-1 -*-\nx = "é"\n', 'latin1'),
      { encoding: 'latin1', bom: false },
    ],
    [
      'latin-1 with C1 controls',
      bytesOf('# coding=ISO_8859_1\nx = "\x80\x9f"\n', 'latin1'),
      { encoding: 'latin1', bom: false },
    ],
    [
      'cookie on line 2',
      bytesOf('#!/usr/bin/python\n# vim: set fileencoding=l1 :\nx = "é"\n', 'latin1'),
      { encoding: 'latin1', bom: false },
    ],
    ['utf-8 by another name', bytesOf('# coding: UTF8\nx = "é"\n'), { encoding: 'utf-8', bom: false }],
    ['ASCII', bytesOf('# coding: us-ascii\nx = 1\n'), { encoding: 'utf-8', bom: false }],
    [
      'KOI8-R',
      new Uint8Array([...bytesOf('# coding: koi8-r\nx = "'), 0xf0, 0xd2, 0xc9, ...bytesOf('"\n')]),
      { encoding: 'koi8-r', bom: false },
    ],
    [
      'Windows-1252 by another name',
      new Uint8Array([...bytesOf('# coding: cp1252\nx = "'), 0x80, ...bytesOf('"\n')]),
      { encoding: 'windows-1252', bom: false },
    ],
    [
      'a cookie behind code is none',
      bytesOf('x = 1\n# coding: latin-1\ny = "é"\n'),
      { encoding: 'utf-8', bom: false },
    ],
  ])('%s', (_name, bytes, expected) => {
    const result = parseModule('m.py', bytes)
    if (result.kind === 'unparsed') throw new Error(result.reason)
    const { text, written, ...source } = result.module.source
    expect(source).toEqual(expected)
    expect(encodeSource(written, source)).toEqual(bytes)
    expect(text).toBe(written.replaceAll(/\r(?!\n)/g, '\n'))
  })
})

describe('files that are not edited', () => {
  test.each([
    [
      'unknown coding',
      bytesOf('# coding: shift_jis\nx = 1\n'),
      'its coding shift_jis is not one that Quarry edits',
      1,
    ],
    [
      'ASCII that is none',
      bytesOf('# coding: ascii\nx = "é"\n'),
      'its coding ascii is not one that Quarry edits',
      1,
    ],
    [
      'a mark against the cookie',
      bytesOf('\ufeff# coding: latin-1\n'),
      'its coding latin-1 is not one that Quarry edits',
      1,
    ],
    ['bytes that are not UTF-8', bytesOf('x = "é"\n', 'latin1'), 'it is not valid UTF-8', null],
    ['a null character', bytesOf('x = 1\ry = "\0"\n'), 'it has a null character', 2],
    ['a syntax error', bytesOf('x = 1\ndef f(:\n    pass\n'), 'it has a syntax error', 2],
    ['a function without a body', bytesOf('x = 1\ndef foo():\nfoo()\n'), 'a definition has no body', 2],
    ['a class without a body', bytesOf('class A:\nx = 1\n'), 'a definition has no body', 1],
  ])('%s', (_name, bytes, reason, line) => {
    expect(parseModule('m.py', bytes)).toEqual({ kind: 'unparsed', path: 'm.py', reason, line })
  })

  test('text that does not fit its encoding is a bug', () => {
    expect(() => encodeSource('x = "€"', { encoding: 'latin1', bom: false })).toThrow(
      /does not fit into latin1/,
    )
  })
})

// The native parser once took no string of more than 32 767 characters, and said no more than "Invalid argument".
describe('large files', () => {
  test.each([32_767, 32_768, 300_000])('%i characters', (size) => {
    const result = parseModule('m.py', bytesOf(`${'#'.repeat(size)}\nx = y\n`))
    expect(result.kind === 'parsed' && result.module.uses.map((use) => use.name)).toEqual(['y'])
  })

  test.each([32_764, 32_765, 32_766, 32_767, 65_533, 65_534, 65_535])('an astral character at %i', (size) => {
    const text = `#${'a'.repeat(size - 1)}😀\nx = '😀'; z = y\n`
    const result = parseModule('m.py', bytesOf(text))
    if (result.kind === 'unparsed') throw new Error(result.reason)
    const { span } = result.module.uses[0]!
    expect(result.module.source.text.slice(span.start, span.end)).toBe('y')
  })
})
