import { countAttempts, START, startDelivery } from 'test-fixtures/delivery.ts'
import { postForm } from 'test-fixtures/gateway.ts'
import { expect, test } from 'vitest'
import { claim } from '../store/outbox.ts'

/** Two mails that the server has not answered yet, and a third that waits for a connection. */
async function startWithPendingMails() {
  const delivery = await startDelivery()
  const { url, server, gateway } = delivery
  const acceptance = Promise.withResolvers<void>()
  let arrived = 0
  server.beforeAccept = () => {
    arrived++
    return acceptance.promise
  }
  for (const message of ['One.', 'Two.', 'Three.']) await postForm(url, { message })
  const attempts = () => gateway.store.db.selectFrom('attempts').selectAll().execute()
  await expect.poll(async () => (await attempts()).length).toBe(3)
  await expect.poll(() => arrived).toBe(2)
  return { ...delivery, attempts, release: acceptance.resolve }
}

test('while both connections to a server are in use, the next message is already claimed', async () => {
  const { server, attempts, release } = await startWithPendingMails()
  expect(server.received).toEqual([])
  release()
  expect(await server.waitFor(3)).toHaveLength(3)
  await expect
    .poll(async () => (await attempts()).map(({ outcome }) => outcome))
    .toEqual(['sent', 'sent', 'sent'])
})

test('a message that gets a connection too late is requeued, and sent by a new attempt', async () => {
  const { server, attempts, release, pass } = await startWithPendingMails()
  pass(241_000)
  release()
  expect(await server.waitFor(3)).toHaveLength(3)
  await expect
    .poll(async () => (await attempts()).map(({ attempt, outcome }) => [attempt, outcome]))
    .toEqual([
      [1, 'sent'],
      [1, 'sent'],
      [1, 'deferred'],
      [2, 'sent'],
    ])
})

test('a worker suspended past its lease sends no message that still waits for a connection', async () => {
  const { server, gateway, release, pass } = await startWithPendingMails()
  pass(301_000)
  for (let claimed = 0; claimed < 3; claimed++) {
    expect(await claim(gateway.store, START + 301_000)).toMatchObject({ attempt: 2 })
  }
  release()
  await expect.poll(() => countAttempts(gateway, 'lease_lost')).toBe(3)
  expect(server.received).toHaveLength(2)
})
