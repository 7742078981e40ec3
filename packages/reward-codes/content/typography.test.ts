import fc from 'fast-check'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { textsOf } from 'test-fixtures/texts-of.ts'
import { expect, test } from 'vitest'
import { parseRichText, plainText } from './rich-text.ts'
import { LANGUAGES } from './strings/languages.ts'
import { typeset, typesetText } from './typography.ts'

test.each([
  ['en', `"It's", she said, "the 'best' one"`, '“It’s”, she said, “the ‘best’ one”'],
  ['en-GB', `The dogs' bones of the '90s ('n' more)`, 'The dogs’ bones of the ’90s (‘n’ more)'],
  ['de', `Er sagte "Hans' Buch 'Eins'"`, 'Er sagte „Hans’ Buch ‚Eins‘“'],
  ['de-CH', '"Grüezi"', '«Grüezi»'],
  ['pl', '"Tak"', '„Tak”'],
  ['fr', `L'ami dit "oui" !`, 'L’ami dit «\u202foui\u202f»\u202f!'],
  ['it', `L'opera "Aida"`, 'L’opera «Aida»'],
  ['es', '"Hola"', '«Hola»'],
  ['pt', '"Olá"', '“Olá”'],
  ['nl', `"Foto's"`, '“Foto’s”'],
  ['cs', '"Ano"', '„Ano“'],
  ['sv', '"Ja"', '”Ja”'],
  ['uk', `"Об'єкт"`, '«Об’єкт»'],
  [
    'ja',
    `彼は"はい"と答え、"了解、'二度'"と続けた。`,
    '彼は「はい」と答え、「了解、『二度』」と続けた。',
  ],
  ['zh-Hans', '他说："好的"，然后"继续"。', '他说：“好的”，然后“继续”。'],
  ['ar', 'قال "نعم" ثم مضى', 'قال «نعم» ثم مضى'],
])('quotes and apostrophes are those of the language: %s %s', (language, text, expected) => {
  expect(typesetText(text, language)).toBe(expected)
})

test.each([
  ['en', 'A 27" monitor and 5\'10" of desk'],
  ['en', 'A lone " quote'],
  ['en', "See https://en.wikipedia.org/wiki/Moore's_law, or write to o'brien@example.com."],
  ['en', 'Three dots...'],
  ['da', `"Det er 'godt'"`],
])('what is no quotation stays as written: %s %s', (language, text) => {
  expect(typesetText(text, language)).toBe(text)
})

test.each([
  ['en', 'In 20 ms, 5 km and 30 % of 3 kB', 'In 20~ms, 5~km and 30~% of 3~kB'],
  ['en', '3 metres in 2 halves', '3 metres in 2 halves'],
  ['pl', 'Praca w domu i z biura. A teraz?', 'Praca w~domu i~z~biura. A~teraz?'],
  ['cs', 'Pracuji v Praze a s týmem', 'Pracuji v~Praze a~s~týmem'],
  ['en', 'I am a cook', 'I am a cook'],
  ['de', 'Wird gesendet …', 'Wird gesendet~…'],
  ['de', 'Art. 6 Abs. 1 Buchst. f, § 5, Start. 3', 'Art.~6 Abs.~1 Buchst.~f, §~5, Start. 3'],
  ['fr', 'Oui ; non : peut-être ? « Oui »', 'Oui_; non~: peut-être_? «_Oui_»'],
])('lines do not break at some spaces: %s %s', (language, text, expected) => {
  expect(typesetText(text, language)).toBe(
    expected.replaceAll('~', '\u00a0').replaceAll('_', '\u202f'),
  )
})

test('a quotation may span emphasis and links, and code stays as written', () => {
  const sample = loadSample()
  const text = parseRichText(`"*Don't* [go](#about)" \`"it's"\` "\`a\`"`)
  const { footer } = typeset({ ...sample, footer: text })
  expect(plainText(footer)).toBe(`“Don’t go” "it's" “a”`)
  expect(footer.nodes).toHaveLength(9)
})

test('the settings of the form stay as written', () => {
  const sample = loadSample()
  if (!sample.contact?.form) throw new Error('The sample has no form.')
  const blockList = { field: 'subject' as const, values: [`"it's"`] }
  const form = { ...sample.contact.form, spamFilter: { blockHeadless: false, blockList } }
  const contact = { ...sample.contact, form, heading: "Let's talk" }
  const set = typeset({ ...sample, contact })
  expect(set.contact?.form).toEqual(form)
  expect(set.contact?.heading).toBe('Let’s talk')
})

test('setting a text twice changes nothing more', () => {
  const letters = fc.constantFrom('"', "'", ' ', 'a', 'w', '5', '%', '«', '»', '!', '.', '(', '-')
  const language = fc.constantFrom(...Object.keys(LANGUAGES))
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 20 }), language, (parts, tag) => {
      const text = parts.join('')
      const set = typesetText(text, tag)
      expect(typesetText(set, tag)).toBe(set)
      expect(set.length).toBeGreaterThanOrEqual(text.length)
    }),
    { numRuns: 2000 },
  )
})

test('our own texts of the user interface have no straight quotes left', () => {
  const sample = loadSample()
  for (const [language, strings] of Object.entries(LANGUAGES)) {
    const set = typeset({
      ...sample,
      strings: { ...strings, comma: ', ' },
      site: { ...sample.site, language },
    })
    for (const { text } of textsOf(set.strings)) expect(text).not.toMatch(/["']/)
  }
})
