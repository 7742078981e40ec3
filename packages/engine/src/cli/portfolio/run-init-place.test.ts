import { join } from 'node:path'
import { type ContentFolder, contentFolder } from 'test-fixtures/call-portfolio.ts'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const RESUME = join(IMPORTS, 'resume.json')
const FLAGS = ['--name', 'Anna Nowak', '--headline', 'Baker']

let workspace: ContentFolder
beforeEach(() => {
  workspace = contentFolder()
})
afterEach(() => workspace.remove())

test.each([
  ['Kraków, Poland', 'Małopolskie'],
  ['Kraków , Poland', 'Małopolskie'],
  ['Kraków, Lesser Poland, Poland', 'Lesser Poland'],
  ['Gdynia, Poland', undefined],
])('with the answer %j the region is %s', async (answer, region) => {
  expect(await workspace.init(['--import', RESUME, '--place', answer, '--yes'])).toMatchObject({
    exitCode: 0,
  })
  expect(workspace.loaded().person.location?.region).toBe(region)
})

test.each(['San Francisco, CA', 'Indianapolis, IN', 'Atlanta, Georgia'])(
  '%s gives no location, neither a wrong country nor that of the import',
  async (answer) => {
    const args = ['--import', RESUME, '--place', answer, '--yes']
    expect(await workspace.init(args)).toMatchObject({ exitCode: 0 })
    expect(workspace.loaded().person).not.toHaveProperty('location')
    expect(workspace.loaded().hero.place).toBe(`based in ${answer}`)
  },
)

test('the length limit of a place includes the "based in" of the page', async () => {
  const initWith = (length: number) =>
    workspace.init([...FLAGS, '--place', 'x'.repeat(length), '--yes'])
  const refused = await initWith(195)
  expect(refused).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('"based in" in front'),
  })
  expect(await initWith(191)).toMatchObject({ exitCode: 0 })
  expect(workspace.loaded().hero.place).toBe(`based in ${'x'.repeat(191)}`)
})
