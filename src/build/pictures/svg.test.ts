import { describe, expect, test } from 'vitest'
import { findActive, readSvg } from './svg.ts'

const START = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'

test.each([
  ['plain', `${START}</svg>`],
  ['with a declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${START}</svg>`],
  ['with a byte order mark', `\uFEFF${START}</svg>`],
  [
    'with comments and a doctype',
    `<!-- by hand -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n${START}</svg>`,
  ],
  ['with a prefix', '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"></svg:svg>'],
])('a drawing is known: %s', (_, text) => {
  expect(readSvg(Buffer.from(text))).toBe(text)
})

test.each([
  ['a web page with a drawing in it', `<!doctype html><body>${START}</svg></body>`],
  ['other XML', '<?xml version="1.0"?><note>svg</note>'],
  ['a word', 'svg'],
])('%s is no drawing', (_, text) => {
  expect(readSvg(Buffer.from(text))).toBeUndefined()
})

describe('what would run is found', () => {
  test.each([
    ['<script>alert(1)</script>', 'a script'],
    ['<svg:script href="x.js"/>', 'a script'],
    ['<rect width="9" onload="alert(1)"/>', 'an attribute that runs a script'],
    ['<a\n  ONCLICK = "alert(1)"><text>x</text></a>', 'an attribute that runs a script'],
    ['<a href=" javascript:alert(1)"/>', 'a link that runs a script'],
    ['<foreignObject><p>x</p></foreignObject>', 'a piece of a web page (foreignObject)'],
  ])('%s', (part, what) => {
    expect(findActive(`${START}${part}</svg>`)).toBe(what)
  })

  test('and nothing in words, comments or styles', () => {
    const harmless =
      '<!-- <script> onload="x" --><style>.on{fill:red}</style><text>once = on, script</text>'
    expect(findActive(`${START}${harmless}</svg>`)).toBeUndefined()
  })
})
