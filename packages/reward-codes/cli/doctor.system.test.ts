import { set } from 'test-fixtures/change-content.ts'
import { LEVELS } from 'test-fixtures/folders.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { Document } from 'yaml'

type Finding = { check: string; status: string; found: string; advice: string; errors?: object[] }

/** What doctor finds before the site is published, by check. */
async function doctor(
  changes: ((content: Document) => void)[],
  settings = {},
  folder: { files?: string } = {},
) {
  const site = createSite({
    ...folder,
    change: (content) => {
      for (const change of changes) change(content)
    },
  })
  onTestFinished(() => site.remove())
  const { exitCode, out } = await site.run(['doctor', '--json'], settings)
  const findings: Finding[] = JSON.parse(out).findings
  const of = (name: string) => findings.find(({ check }) => check === name)
  return { exitCode, checks: findings.map(({ check }) => check), of }
}

const STATIC_HOST = set('site.url', 'https://anna.github.io/portfolio/')

test('a static host whose form sends to a gateway beside the page is a dead end', async () => {
  const { exitCode, of } = await doctor([STATIC_HOST])
  expect(exitCode).toBe(1)
  expect(of('messages')).toMatchObject({ status: 'failed' })
})

test('a gateway elsewhere is named, and its settings are not sought here', async () => {
  const gateway = set('contact.gateway', 'https://form.anna.test')
  const { checks, of } = await doctor([STATIC_HOST, gateway])
  expect(of('form')?.found).toBe(
    'sends to https://form.anna.test. Send yourself a message to check it',
  )
  for (const check of ['account', 'database']) expect(checks).not.toContain(check)
})

test('without a form, nothing of a gateway is checked, even if .env still has one', async () => {
  const way = [set('contact.form', 'none'), set('contact.email', 'me@anna.invalid')]
  const left = { MAIL_FROM: 'page@anna.invalid', MAIL_TO: 'me@anna.invalid' }
  const { checks } = await doctor([STATIC_HOST, ...way], left)
  for (const check of ['form', 'account', 'database']) expect(checks).not.toContain(check)
})

test('the texts that only the owner knows are counted, and stories without an id are named', async () => {
  const { of } = await doctor([
    (content) => {
      const claim = content.createNode('A claim')
      claim.comment = ' TODO'
      content.setIn(['hero', 'claim'], claim)
    },
    set('projects.cards', [
      { title: 'Boat Hire', problem: 'Too many calls.' },
      { title: 'Berths', id: 'berths', problem: 'Too many calls.' },
      { title: 'No story' },
    ]),
  ])
  expect(of('texts')).toMatchObject({ status: 'warning', found: expect.stringMatching(/: 1,/) })
  expect(of('stories')).toMatchObject({
    status: 'warning',
    found: expect.stringMatching(/Boat Hire$/),
  })
})

test('the fields of own sections are checked by their schemas', async () => {
  const rows = [{ what: 'A day', price: 600 }]
  const section = { id: 'prices', menuLabel: 'Prices', heading: 'Prices', fields: { rows } }
  const { of } = await doctor([set('customSections', [section])], {}, { files: LEVELS })
  expect(of('site')).toMatchObject({
    errors: [{ field: 'customSections.0.fields.rows.0.price', found: 'the number 600' }],
  })
})
