import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { parseRichText, plainText } from '../../content/rich-text.ts'
import { RichText } from './RichText.tsx'

function html(source: string): string {
  return renderToStaticMarkup(createElement(RichText, { text: parseRichText(source) }))
}

test.each([
  ['*one* and _two_', '<em>one</em> and <em>two</em>'],
  ['**one** and __two__', '<strong>one</strong> and <strong>two</strong>'],
  ['***both***', '<em><strong>both</strong></em>'],
  ['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
  ['**a *b***', '<strong>a <em>b</em></strong>'],
  ['`a` and ``b ` c``', '<code>a</code> and <code>b ` c</code>'],
  ['` ``a`` `', '<code>``a``</code>'],
  ['`*a*` *`b`*', '<code>*a*</code> <em><code>b</code></em>'],
  ['[a *b*](#about)', '<a href="#about">a <em>b</em></a>'],
  ['*[a](#about)*', '<em><a href="#about">a</a></em>'],
  ['[a](mailto:me@example.com)', '<a href="mailto:me@example.com">a</a>'],
  [
    '[a](https://example.com/b_(c)?d=*e* "title")',
    '<a href="https://example.com/b_(c)?d=*e*" target="_blank" rel="noopener noreferrer" aria-describedby="new-tab">a</a>',
  ],
  ['を*必ず*確かめ', 'を<em>必ず</em>確かめ'],
  ['**「開示」**のご請求', '<strong>「開示」</strong>のご請求'],
  ['[a [b](#c) d](#e)', '[a <a href="#c">b</a> d](#e)'],
])('%s', (source, expected) => {
  expect(html(source)).toBe(expected)
})

test.each([
  'snake_case_name and __init__.py',
  '2*3*4 = 24 and 2 * 3 * 4',
  '* item and _ gap _',
  '*open, **open, `open, [open](',
  'a [b] c, [b](c d), [](#a), ![a](#b)',
  '5 < 6 & <b>no</b>',
  'in*word*s and in**word**s',
  '**',
])('signs without a counterpart are text: %s', (source) => {
  expect(parseRichText(source).nodes).toEqual([source])
})

test.each([
  [String.raw`\*no\* \[no](#a) \`no\` \\`, '*no* [no](#a) `no` \\'],
  [String.raw`C:\dir and 1\2`, String.raw`C:\dir and 1\2`],
])('a backslash before a sign makes it text: %s', (source, text) => {
  expect(parseRichText(source).nodes).toEqual([text])
})

/** Texts that are mostly signs. */
const signs = fc.array(
  fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '[',
    ']',
    '](#a)',
    '(',
    ')',
    '\\',
    '!',
    ' ',
    '\n',
    'a',
    'é',
    '<i>',
    '&lt;',
    '"',
    "'",
  ),
  { maxLength: 30 },
)

test('any text renders as its plain text, in no elements but the four', () => {
  fc.assert(
    fc.property(
      signs.map((parts) => parts.join('')),
      (source) => {
        const rendered = html(source)
        const tags = [...rendered.matchAll(/<\/?([a-z]+)/g)].map(([, tag]) => tag)
        expect(tags.filter((tag) => !['em', 'strong', 'code', 'a'].includes(tag ?? ''))).toEqual([])
        const text = rendered
          .replace(/<[^>]*>/g, '')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#x27;', "'")
          .replaceAll('&amp;', '&')
        expect(text).toBe(plainText(parseRichText(source)))
      },
    ),
    { numRuns: 2000, seed: 1 },
  )
})

test('a text as long as the schema allows is parsed at once, whatever its signs', () => {
  for (const sign of ['*a ', '*', '**a', '_a*', '[', '[a](', '`', '``a`', '![', '[a](#b)', '\\']) {
    // Processor time: what else runs on the machine does not count.
    const before = process.threadCpuUsage()
    parseRichText(sign.repeat(2600 / sign.length))
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500)
  }
})
