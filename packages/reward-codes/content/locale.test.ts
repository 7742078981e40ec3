import { expect, test } from 'vitest'
import { isRightToLeft, timeZoneOf } from './locale.ts'

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
