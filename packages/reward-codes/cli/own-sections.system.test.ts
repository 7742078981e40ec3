import { join } from 'node:path'
import { set } from 'test-fixtures/change-content.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { expect, onTestFinished, test } from 'vitest'

test('doctor checks the fields of own sections by their schemas', async () => {
  const rows = [{ what: 'A day', price: 600 }]
  const site = createSite({
    files: join(import.meta.dirname, '../../../tests/fixtures/owners/levels'),
    change: set('customSections', [
      { id: 'prices', menuLabel: 'Prices', heading: 'Prices', fields: { rows } },
    ]),
  })
  onTestFinished(() => site.remove())
  const { out } = await site.run(['doctor'])
  expect(out).toMatch(/customSections\.0\.fields\.rows\.0\.price\s+found +the number 600/)
})
