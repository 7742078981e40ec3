import { expect, test } from 'vitest'
import { withoutEmpty } from './without-empty.ts'

test('what says nothing is left out, and what says little stays', () => {
  const said = { none: 0, no: false, space: ' ', list: [''], fields: { inner: undefined } }
  const unsaid = { nothing: undefined, text: '', entries: [], place: {} }
  expect(withoutEmpty({ ...said, ...unsaid })).toEqual(said)
})
