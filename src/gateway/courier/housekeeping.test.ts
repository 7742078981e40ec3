import { expect, test } from 'vitest'
import { DAY_MS, startDelivery } from '../../../tests/fixtures/delivery.ts'
import { postForm } from '../../../tests/fixtures/gateway.ts'
import { enqueue, type NewMessage, newMessageId } from '../store/outbox.ts'
import { keepHouse } from './housekeeping.ts'

const HELD = { contact_website_url: 'https://spam.example' }
const hold = (url: string) => postForm(url, { ...HELD, message: crypto.randomUUID() })

test('the owner is told once a day of what is held, and of nothing twice', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  await hold(url)
  pass(1000)
  await keepHouse(gateway)
  await keepHouse(gateway)
  const [first] = await server.waitFor(1)
  expect(first?.mail.subject).toBe('Held for you to look at: one message on Reward Codes')
  await hold(url)
  pass(DAY_MS - 1000)
  await keepHouse(gateway)
  await hold(url)
  pass(1000)
  await keepHouse(gateway)
  const [, second] = await server.waitFor(2)
  expect(second?.mail.subject).toBe('Held for you to look at: 2 messages on Reward Codes')
  pass(3 * DAY_MS)
  await keepHouse(gateway)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(server.received).toHaveLength(2)
})

test('what was held while nobody kept house is told all the same', async () => {
  const { url, server, gateway, pass } = await startDelivery()
  await hold(url)
  pass(5 * DAY_MS)
  await keepHouse(gateway)
  const [notice] = await server.waitFor(1)
  expect(notice?.mail.text).toContain('one message came in')
})

test('any number of old messages is purged, also more than one statement can name', async () => {
  const { gateway, pass } = await startDelivery()
  const { db } = gateway.store
  const copies = await db
    .transaction()
    .execute((tx) =>
      Promise.all(Array.from({ length: 1200 }, () => enqueue(tx, heldMessage(gateway.clock())))),
    )
  pass(181 * DAY_MS)
  await keepHouse(gateway)
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('purpose', '=', 'message')
    .execute()
  expect([copies.length, rows.length]).toEqual([1200, 0])
})

test('words are deleted after their time, and never before they are sent', async () => {
  const { url, gateway, pass, settled, message } = await startDelivery({
    environment: { RETENTION_DAYS: '30' },
  })
  await postForm(url)
  await settled(1)
  pass(30 * DAY_MS - 1000)
  await keepHouse(gateway)
  expect((await message()).variables).toContain('Good work.')
  pass(2000)
  await keepHouse(gateway)
  expect(await message()).toMatchObject({ variables: null, sender: '', state: 'sent' })
})

function heldMessage(now: number): NewMessage {
  return {
    id: newMessageId(now),
    purpose: 'message',
    account: 'portfolio',
    service: 'default_service',
    template: 'contact',
    sender: 'ada@example.org',
    reason: 'sent without scripts',
    mayReply: false,
    mailDomain: 'portfolio.test',
    variables: { message: 'Hello' },
    now,
  }
}
