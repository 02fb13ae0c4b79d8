import fc from 'fast-check'
import { block } from './blocks.ts'
import { type Lines, written } from './lines.ts'

interface Encoding {
  readonly bom: boolean
  /** Lines that say so. */
  readonly cookie: Lines
  readonly bytesOf: (text: string) => Uint8Array
}

/** Characters that are not there become something that may stand wherever they may. */
function singleByte(isThere: (character: string) => boolean, encoding: BufferEncoding): Encoding['bytesOf'] {
  return (text) =>
    new Uint8Array(
      Buffer.from(
        text.replaceAll(/[^\0-\x7f]/gu, (one) => (isThere(one) ? one : 'q')),
        encoding,
      ),
    )
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const isLatin1 = (character: string) => character <= '\xff'

const encodings: readonly Encoding[] = [
  { bom: false, cookie: [], bytesOf: utf8 },
  { bom: true, cookie: [], bytesOf: utf8 },
  { bom: true, cookie: ['# vim: set fileencoding=utf-8 :'], bytesOf: utf8 },
  {
    bom: false,
    cookie: ['#!/usr/bin/python', '# -*- coding: latin-1 -*-'],
    bytesOf: singleByte(isLatin1, 'latin1'),
  },
  {
    bom: false,
    cookie: ['# coding: cp1252'],
    bytesOf: singleByte((one) => isLatin1(one) && one >= '\xa0', 'latin1'),
  },
  { bom: false, cookie: ['', '# coding=ascii'], bytesOf: singleByte(() => false, 'latin1') },
]

const lineEnds: readonly (readonly string[])[] = [
  ['\n'],
  ['\n'],
  ['\r\n'],
  ['\r'],
  ['\n', '\r\n', '\n', '\r'],
]

const small: readonly Lines[] = [[], [''], ['# only a comment'], ['"""Only a docstring."""']]

function withEnds(lines: Lines, ends: readonly string[]): string {
  let text = ''
  for (const [index, line] of lines.entries()) {
    const end = ends[index % ends.length] ?? '\n'
    // A carriage return with nothing but a line feed behind it would be one line end.
    text += line + (line === '' && end === '\n' && text.endsWith('\r') ? '\r' : end)
  }
  return text
}

/** A file of Python that an interpreter of this minor version compiles. */
export function pythonFile(minor: number): fc.Arbitrary<Uint8Array> {
  const lines = fc.oneof(
    { weight: 20, arbitrary: block(minor) },
    { weight: 1, arbitrary: fc.constantFrom(...small) },
  )
  return fc
    .record({
      lines,
      step: fc.constantFrom('    ', '  ', '\t'),
      ends: fc.constantFrom(...lineEnds),
      encoding: fc.constantFrom(...encodings),
      finalEnd: fc.boolean(),
    })
    .map(({ lines: inside, step, ends, encoding, finalEnd }) => {
      const all = [...encoding.cookie, ...written(inside, step)]
      const text = withEnds(all, ends)
      const whole = finalEnd || /\\[\r\n]+$/.test(text) ? text : text.replace(/(?:\r\n?|\n)$/, '')
      return encoding.bytesOf((encoding.bom ? '\ufeff' : '') + whole)
    })
}
