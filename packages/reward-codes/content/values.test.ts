import { expect, test } from 'vitest'
import { omitEmpty } from './values.ts'

test('omits undefined and empty values, and keeps falsy and nested ones', () => {
  const present = { none: 0, no: false, space: ' ', list: [''], fields: { inner: undefined } }
  const empty = { nothing: undefined, text: '', entries: [], place: {} }
  expect(omitEmpty({ ...present, ...empty })).toEqual(present)
})
