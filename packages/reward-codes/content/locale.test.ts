import { expect, test } from 'vitest'
import { isRightToLeft, openGraphLocale, timeZoneOf } from './locale.ts'

test.each([
  ['en', 'en_US'],
  ['en-GB', 'en_GB'],
  ['pl', 'pl_PL'],
  ['zh-Hant-TW', 'zh_TW'],
  ['zh-Hans', 'zh_CN'],
  ['sr-Latn', 'sr_RS'],
  ['es', 'es_ES'],
  ['ar', 'ar_EG'],
])('the Open Graph locale of %s is %s', (language, locale) => {
  expect(openGraphLocale(language)).toBe(locale)
})

test.each(['tlh', 'ia'])('%s has no country, so it has no Open Graph locale', (language) => {
  expect(openGraphLocale(language)).toBeUndefined()
})

test.each(['ar', 'he', 'fa', 'ur', 'ckb', 'dv', 'az-Arab', 'pa-PK'])(
  '%s is right-to-left',
  (language) => {
    expect(isRightToLeft(language)).toBe(true)
  },
)

test.each(['en', 'pl', 'zh-Hant-TW', 'az', 'ks-Deva', 'ru'])('%s is left-to-right', (language) => {
  expect(isRightToLeft(language)).toBe(false)
})

test.each([
  [{ city: 'Leipzig', country: 'DE' }, 'Europe/Berlin'],
  [{ country: 'JP' }, 'Asia/Tokyo'],
  [{ city: 'New York', country: 'US' }, 'America/New_York'],
  // The clocks of the Canary Islands show another time.
  [{ city: 'Sevilla', country: 'ES' }, undefined],
  [{ city: 'Leipzig' }, undefined],
])('the time zone of %j is %s', (place, zone) => {
  expect(timeZoneOf(place)).toBe(zone)
})
