import { expect, test } from 'vitest'
import { START, startDelivery } from '../../../tests/fixtures/delivery.ts'
import { postForm } from '../../../tests/fixtures/gateway.ts'
import { claim } from '../store/outbox.ts'

/** Two mails that the server keeps in its hand, and a third in that of the courier. */
async function startHeld() {
  const delivery = await startDelivery()
  const { url, server, gateway } = delivery
  const held = Promise.withResolvers<void>()
  let arrived = 0
  server.beforeAccept = () => {
    arrived++
    return held.promise
  }
  for (const message of ['One.', 'Two.', 'Three.']) await postForm(url, { message })
  const attempts = () => gateway.store.db.selectFrom('attempts').selectAll().execute()
  await expect.poll(async () => (await attempts()).length).toBe(3)
  await expect.poll(() => arrived).toBe(2)
  return { ...delivery, attempts, release: held.resolve }
}

test('while both connections to a server are in use, the next mail is already claimed', async () => {
  const { server, attempts, release } = await startHeld()
  expect(server.received).toEqual([])
  release()
  expect(await server.waitFor(3)).toHaveLength(3)
  await expect
    .poll(async () => (await attempts()).map(({ outcome }) => outcome))
    .toEqual(['sent', 'sent', 'sent'])
})

test('a mail whose turn comes too late is put back, and sent by a fresh attempt', async () => {
  const { server, attempts, release, pass } = await startHeld()
  pass(241_000)
  release()
  expect(await server.waitFor(3)).toHaveLength(3)
  await expect
    .poll(async () => (await attempts()).map(({ attempt, outcome }) => [attempt, outcome]))
    .toEqual([
      [1, 'sent'],
      [1, 'sent'],
      [1, 'postponed'],
      [2, 'sent'],
    ])
})

test('a courier that was frozen past its lease sends nothing whose turn had not come', async () => {
  const { server, gateway, release, pass } = await startHeld()
  pass(301_000)
  for (let taken = 0; taken < 3; taken++) {
    expect(await claim(gateway.store, START + 301_000)).toMatchObject({ attempt: 2 })
  }
  release()
  await expect.poll(() => gateway.tally.attempts.get('lost')).toBe(3)
  expect(server.received).toHaveLength(2)
})
