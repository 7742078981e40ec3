import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import { seoTags } from './document.ts'

test.each([
  ['zh-Hant-TW', 'zh_TW'],
  ['sr-Latn', 'sr_RS'],
  ['es-419', 'es_LA'],
  ['en-GB', 'en_GB'],
])('a page in %s has the og:locale %s', (language, locale) => {
  expect(localesOf(language)).toEqual([locale])
})

test('the default og:locale is omitted', () => {
  expect(localesOf('en')).toEqual([])
})

function localesOf(language: string) {
  const { site, ...portfolio } = loadSample()
  const head = seoTags({ ...portfolio, site: { ...site, language } }, '.', true)
  return Array.from(head.matchAll(/"og:locale" content="(.*?)"/g), ([, locale]) => locale)
}
