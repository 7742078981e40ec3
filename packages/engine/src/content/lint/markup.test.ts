import { adviceAfter } from 'test-fixtures/advice.ts'
import { set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'

const BIO = 'about.bio.0'

function adviceOn(text: string) {
  return adviceAfter(set(BIO, text)).filter(({ field }) => field === BIO)
}

test.each([
  ['I build <b>quick</b> pages.', '"<b>"'],
  ['See <a href="https://anna.dev">my blog</a>.', '"<a href="https://anna.dev">"'],
  ['Hamburg<br>Germany', '"<br>"'],
  ['<p>One</p><p>Two</p>', '"</p>"'],
  ['Salt &amp; pepper', '"&amp;"'],
  ['5&nbsp;years', '"&nbsp;"'],
])('HTML is reported with what to write instead: %s', (text, found) => {
  const [advice, ...others] = adviceOn(text)
  expect(others).toEqual([])
  expect(advice).toMatchObject({
    found,
    meaning: expect.stringContaining('HTML'),
    action: expect.stringContaining('|-'),
  })
})

test.each([
  ['I build **quick** pages.', '"**quick**"'],
  ['See [my blog](https://anna.dev).', '"[my blog](https://anna.dev)"'],
  ['Run `npm start`.', '"`npm start`"'],
])('Markdown is reported: %s', (text, found) => {
  expect(adviceOn(text)).toMatchObject([{ found, meaning: expect.stringContaining('Markdown') }])
})

test.each([
  'Draws on <canvas> and in <svg>.',
  'Arrays of Promise<string>, A < B > C, a <- b',
  'Ships R&D; writes AT&T; likes 2**10 and *stars*',
  'Reads [RFC 5321](section 4) and __init__.py',
  "I'm {name}.",
])('a text about code is not reported: %s', (text) => {
  expect(adviceOn(text)).toEqual([])
})

test('texts of every section are checked, URLs are not', () => {
  const advice = adviceAfter((content) => {
    set('services.cards.0.description', 'A <strong>good</strong> one')(content)
    set('strings.form.send', 'Send&nbsp;it')(content)
    set('projects.cards.0.projectUrl', 'https://maja.dev/?a=1&amp;b=2')(content)
  })
  const fields = advice.filter(({ meaning }) => meaning.startsWith('Texts are plain'))
  expect(fields.map(({ field }) => field)).toEqual([
    'services.cards.0.description',
    'strings.form.send',
  ])
})
