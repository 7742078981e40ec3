import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ContentFolder, contentFolder } from '../../../tests/fixtures/call-portfolio.ts'

const RESUME = join(import.meta.dirname, '../../../tests/fixtures/imports/resume.json')
const FLAGS = ['--name', 'Anna Nowak', '--headline', 'Baker']

let place: ContentFolder
beforeEach(() => {
  place = contentFolder()
})
afterEach(() => place.remove())

test.each([
  ['Kraków, Poland', 'Małopolskie'],
  ['Kraków , Poland', 'Małopolskie'],
  ['Kraków, Lesser Poland, Poland', 'Lesser Poland'],
  ['Gdynia, Poland', undefined],
])('beside the answer %j the region of an import is %s', async (words, region) => {
  expect(await place.init(['--import', RESUME, '--place', words, '--yes'])).toMatchObject({
    exitCode: 0,
  })
  expect(place.loaded().person.location?.region).toBe(region)
})

test.each(['San Francisco, CA', 'Indianapolis, IN', 'Atlanta, Georgia'])(
  '%s is in no other country, nor where the import says',
  async (words) => {
    const args = ['--import', RESUME, '--place', words, '--yes']
    expect(await place.init(args)).toMatchObject({ exitCode: 0 })
    expect(place.loaded().person).not.toHaveProperty('location')
    expect(place.loaded().hero.place).toBe(`based in ${words}`)
  },
)

test('a place is measured with the words that the page puts before it', async () => {
  const given = (length: number) => place.init([...FLAGS, '--place', 'x'.repeat(length), '--yes'])
  const refused = await given(195)
  expect(refused).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('"based in" before'),
  })
  expect(await given(191)).toMatchObject({ exitCode: 0 })
  expect(place.loaded().hero.place).toBe(`based in ${'x'.repeat(191)}`)
})
