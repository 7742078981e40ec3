import { expect, onTestFinished, test } from 'vitest'
import { formOf, type GatewaySetup, postForm, startTestGateway } from '../fixtures/gateway.ts'

async function start(setup: GatewaySetup) {
  const gateway = await startTestGateway(setup)
  onTestFinished(gateway.close)
  return gateway
}

const fresh = () => formOf({ message: crypto.randomUUID() })

async function statuses(url: string, count: number, headers: Record<string, string> = {}) {
  const all: number[] = []
  for (let n = 0; n < count; n++) {
    const { status } = await postForm(url, fresh(), { origin: url, ...headers })
    all.push(status)
  }
  return all
}

test('an address may send so many an hour, and is told when to come back', async () => {
  let now = Date.UTC(2026, 0, 15, 12, 20)
  const { url } = await start({ environment: { LIMIT_PER_ADDRESS: '3' }, clock: () => now })
  expect(await statuses(url, 3)).toEqual([200, 200, 200])
  const refused = await postForm(url, fresh())
  expect(refused).toMatchObject({ status: 429, text: 'Too Many Requests', reason: 'address-limit' })
  expect(refused.headers.get('retry-after')).toBe('2400')
  now += 2_400_000
  expect(await statuses(url, 1)).toEqual([200])
})

test('refused requests count too, so that a flood of nonsense ends', async () => {
  const { url } = await start({ environment: { LIMIT_PER_ADDRESS: '2' } })
  for (let n = 0; n < 2; n++) await postForm(url, formOf({ user_id: 'unknown' }))
  expect(await statuses(url, 1)).toEqual([429])
})

test('a household with one IPv6 network is one address; a proxy of one’s own is believed', async () => {
  const { url } = await start({ environment: { LIMIT_PER_ADDRESS: '1', TRUST_PROXY: '1' } })
  const from = async (address: string) =>
    (await statuses(url, 1, { 'x-forwarded-for': address }))[0]
  expect(await from('2001:db8:1:1::1')).toBe(200)
  expect(await from('2001:db8:1:1:ffff::2')).toBe(429)
  expect(await from('2001:db8:1:2::1')).toBe(200)
  // Only the last entry is the proxy's own word; what stands before it, anyone may have written.
  expect(await from('198.51.100.7, 2001:db8:1:2::9')).toBe(429)
})

test('without a proxy, nobody can take another address', async () => {
  const { url } = await start({ environment: { LIMIT_PER_ADDRESS: '1' } })
  expect(await statuses(url, 1, { 'x-forwarded-for': '198.51.100.7' })).toEqual([200])
  expect(await statuses(url, 1, { 'x-forwarded-for': '198.51.100.8' })).toEqual([429])
})

test('beyond the hourly limit messages are held, and only a flood is refused', async () => {
  const { url, gateway } = await start({ environment: { LIMIT_IN_ALL: '1' } })
  const all = await statuses(url, 11)
  expect(all).toEqual([...Array(10).fill(200), 429])
  const rows = await gateway.store.db.selectFrom('messages').select(['state', 'reason']).execute()
  expect(rows.filter(({ state }) => state === 'held')).toHaveLength(9)
  expect(rows.at(-1)?.reason).toBe('too many messages this hour')
})

test.each([
  ['the trap is filled', { website: 'https://spam.test' }, 'trap field filled'],
  ['it was filled in no time', { seconds_to_fill: '1' }, 'filled too fast'],
  ['its time is made up', { seconds_to_fill: 'soon' }, 'filled too fast'],
])('a message is held when %s, and the sender sees nothing of it', async (_, fields, reason) => {
  const { url, gateway } = await start({})
  expect(await postForm(url, fields)).toMatchObject({ status: 200, text: 'OK' })
  const row = await gateway.store.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'held', reason })
})

test('a repeat is answered as the first was, and stays one message', async () => {
  const { url, gateway } = await start({})
  const form = formOf({ submission_id: crypto.randomUUID() })
  const ends = await Promise.all([1, 2, 3].map(() => postForm(url, form)))
  expect(ends.map(({ status, text }) => [status, text])).toEqual(Array(3).fill([200, 'OK']))
  expect(ends.map(({ reason }) => reason).sort()).toEqual(['accepted', 'repeated', 'repeated'])
  expect(await gateway.store.db.selectFrom('messages').select('id').execute()).toHaveLength(1)
})

test('no word and no address of a visitor gets into the log', async () => {
  const { url, log } = await start({})
  await postForm(url, { message: 'secret words' })
  await postForm(url, { message: 'more', website: 'x' })
  await expect.poll(() => log.filter((line) => line.includes('message sent')).length).toBe(1)
  expect(log.join('\n')).not.toMatch(/secret|ada@example|127\.0\.0\.1/i)
})
