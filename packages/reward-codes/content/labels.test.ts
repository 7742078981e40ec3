import { changedSample, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { languageOf } from './label-language.ts'
import { typesetMarked } from './labels.ts'
import { en } from './strings/en.ts'

async function shownIn(language: string) {
  const own = set('strings', { skip: 'לתוכן', form: { email: en.form.email } })
  const folder = changedSample((content) => {
    set('site.language', language)(content)
    own(content)
    content.deleteIn(['contact', 'subjects'])
    content.deleteIn(['contact', 'heading'])
  })
  const { portfolio, warnings } = await loadedFrom(folder)
  return typesetMarked(portfolio, warnings).content
}

test('a label in English on a page in another language has its language and direction', async () => {
  const { strings, contact } = await shownIn('he')
  expect(languageOf(strings.navigation)).toEqual({ lang: 'en', dir: 'ltr' })
  expect(languageOf(contact?.heading)).toEqual({ lang: 'en', dir: 'ltr' })
})

test('what the owner has written has not, nor what is sent with a message', async () => {
  const { strings, contact, person } = await shownIn('he')
  // Also where it is the English text: "E-mail" is a word of many languages.
  for (const text of [
    strings.skip,
    strings.form.email,
    person.name,
    ...(contact?.subjects ?? []),
  ]) {
    expect(languageOf(text)).toEqual({})
  }
})

test('a language with labels of its own has none in English', async () => {
  const { strings } = await shownIn('pl')
  expect(languageOf(strings.navigation)).toEqual({})
})
