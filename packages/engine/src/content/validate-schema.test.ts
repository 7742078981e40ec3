import { diagnosticsAfter, lineInSample } from 'test-fixtures/content-errors.ts'
import { expect, test } from 'vitest'

test('an unknown field is reported with the most similar known field', () => {
  const [unknown, ...others] = diagnosticsAfter(['greeting:', 'greting:'])
  expect(unknown).toMatchObject({
    field: 'hero.greting',
    found: 'unknown field "greting"',
    suggestion: 'greeting',
    line: lineInSample('greeting:'),
    column: 3,
  })
  expect(unknown?.expected).toContain('phrases')
  // The missing greeting is not reported as well.
  expect(others).toEqual([])
})

test('an unknown field next to the field that it resembles suggests that field', () => {
  const diagnostics = diagnosticsAfter(['  heading: About', '  heading: About\n  headingg: About'])
  expect(diagnostics).toMatchObject([{ field: 'about.headingg', suggestion: 'heading' }])
})

test.each([
  ['about.menu', 'menuLabel', ['  menuLabel: About', '  menu: About']],
  ['resume.download', 'downloadLabel', ['downloadLabel:', 'download:']],
  ['resume.file', 'fileName', ['fileName:', 'file:']],
  ['resume.own', 'customPdf', ['  fileName:', '  own: files/mine.pdf\n  fileName:']],
  ['resume.skills.entries.0.meaning', 'description', ['description: Every', 'meaning: Every']],
  ['contact.form.refusals', 'spamFilter', form('refusals: {}')],
  ['contact.form.spamFilter.headless', 'blockHeadless', form('spamFilter: { headless: true }')],
  [
    'contact.form.spamFilter.secondsBetween',
    'throttleSeconds',
    form('spamFilter: { secondsBetween: 60 }'),
  ],
  ['sections', 'customSections', ['footer:', 'sections: []\nfooter:']],
  ['order', 'sectionOrder', ['footer:', 'order: [about]\nfooter:']],
  ['words', 'strings', ['footer:', 'words: { skip: Skip }\nfooter:']],
  ['strings.one', 'slidePosition', strings('one: One')],
  ['strings.several', 'slideRange', strings('several: Several')],
  ['strings.top', 'backToTop', strings('top: Top')],
  ['strings.down', 'scrollToSection', strings('down: Down')],
  ['strings.form.trap', 'honeypot', strings('form: { trap: Empty }')],
] as [string, string, [string, string]][])('the old name of a field, %s, suggests %s', (...row) => {
  const [field, suggestion, edit] = row
  expect(diagnosticsAfter(edit)).toMatchObject([{ field, suggestion }])
})

test('a missing field is reported next to an unknown field that does not resemble it', () => {
  const fields = diagnosticsAfter(['greeting:', 'salute:']).map(({ field }) => field)
  expect(fields).toEqual(['hero.greeting', 'hero.salute'])
})

test('an over-indented section is reported without its consequential errors', () => {
  const diagnostics = diagnosticsAfter(['\nhero:', '\n  hero:'])
  expect(diagnostics).toMatchObject([
    { field: 'person.hero', found: 'field "hero" inside "person"' },
  ])
})

test('a list without its first dash is reported', () => {
  const diagnostics = diagnosticsAfter(["    - I'm {name}.", "    I'm {name}."])
  expect(diagnostics).toMatchObject([{ field: 'hero.phrases' }])
  expect(diagnostics[0]?.expected).toContain('a list')
})

test('a text that # comments out is reported', () => {
  const [diagnostic] = diagnosticsAfter(['greeting: Hi There!', 'greeting: #1 in town'])
  expect(diagnostic).toMatchObject({ field: 'hero.greeting', line: lineInSample('greeting:') })
  expect(diagnostic?.found).toContain('the text after # is a comment')
})

test.each(['{name}', '[draft]', '\n    Note: this'])(
  'unquoted text that YAML parses as a collection is reported: %j',
  (text) => {
    const [diagnostic, ...others] = diagnosticsAfter(['greeting: Hi There!', `greeting: ${text}`])
    expect(diagnostic?.expected).toContain('quote it if it starts with { or [')
    expect(others).toEqual([])
  },
)

/** Adds a line to the settings of the form. */
function form(line: string): [string, string] {
  return ['contact:', `contact:\n  form:\n    ${line}`]
}

/** Adds a line to the strings. */
function strings(line: string): [string, string] {
  return ['footer:', `strings:\n  ${line}\nfooter:`]
}
