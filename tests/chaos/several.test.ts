import { expect, test } from 'vitest'
import { formOf, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { STORES, type StoreKind } from '../fixtures/stores.ts'
import { makePlace } from '../fixtures/test-environment.ts'
import { inspectDatabase } from '../fixtures/two-gateways.ts'

const MESSAGES = 60

async function setUp(kind: StoreKind) {
  const place = await makePlace(kind)
  const start = () => spawnGateway(place.environment)
  const gateways = await Promise.all([start(), start()])
  return {
    gateways,
    server: place.server,
    /** Stops both after their deliveries in flight. Returns the number of attempts. */
    stop: async () => {
      await Promise.all(gateways.map((gateway) => gateway.stop('SIGTERM')))
      const { waiting, ended } = await inspectDatabase(place)
      expect(await waiting()).toBe(0)
      return ended()
    },
  }
}

test.each(STORES)(
  'two gateways on one %s send each message once',
  async (kind) => {
    const { gateways, server, stop } = await setUp(kind)
    const replies = await Promise.all(
      Array.from({ length: MESSAGES }, (_, number) =>
        postForm(gateways[number % 2]?.url ?? '', formOf({ message: `Number ${number}` })),
      ),
    )
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
    await server.waitFor(MESSAGES, 30)
    expect(await stop()).toBe(MESSAGES)
    const ids = server.received.map(({ mail }) => mail.messageId)
    expect(ids).toHaveLength(MESSAGES)
    expect(new Set(ids).size).toBe(MESSAGES)
  },
  60_000,
)

test.each(STORES)('the same form sent to two gateways on one %s is one message', async (kind) => {
  const { gateways, server, stop } = await setUp(kind)
  const form = formOf({ submission_id: crypto.randomUUID() })
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, number) => postForm(gateways[number % 2]?.url ?? '', form)),
  )
  expect(replies.map(({ reason }) => reason).sort()).toEqual([
    'accepted',
    ...Array(9).fill('duplicate'),
  ])
  await server.waitFor(1)
  expect(await stop()).toBe(1)
  expect(server.received).toHaveLength(1)
})

test('a frozen gateway does not block another, and continues when resumed', async () => {
  const { gateways, server } = await setUp('postgres')
  const [one, other] = gateways
  other.child.kill('SIGSTOP')
  await postForm(one.url, { message: 'Sent by the living.' })
  await server.waitFor(1)
  other.child.kill('SIGCONT')
  expect(await postForm(other.url, { message: 'Sent by the resumed.' })).toMatchObject({
    status: 200,
  })
  await server.waitFor(2)
  const ids = server.received.map(({ mail }) => mail.messageId)
  expect(new Set(ids).size).toBe(2)
})
