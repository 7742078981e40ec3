import { MAX_IN_FLIGHT_PER_DESTINATION } from 'reward-codes-gateway/internal/delivery/worker.ts'
import type { Store } from 'reward-codes-gateway/internal/store/store.ts'
import { expect, test } from 'vitest'
import { postForm } from '../fixtures/gateway.ts'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import {
  type Deed,
  hang,
  type ScriptedServer,
  STAGES,
  type Stage,
} from '../fixtures/scripted-smtp.ts'

const MINUTE_MS = 60_000
const HANGING: Stage[] = [...STAGES.filter((stage) => stage !== 'starttls'), 'body']

/** Sends a byte every second and never completes the reply. */
const trickleEndlessly: Deed = (socket) => {
  const timer = setInterval(() => socket.write('2'), 1000)
  socket.on('close', () => clearInterval(timer))
}

/** The number of attempts without an outcome. */
async function countInFlight({ db }: Store) {
  const { count } = await db
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

async function start() {
  const delivery = await startScriptedDelivery()
  const servers = new Map<string, ScriptedServer>()
  const add = async (service: string, stage: Stage, deed: Deed) => {
    const isLogin = stage === 'login'
    const server = await delivery.addServer(service, {
      extensions: isLogin ? ['AUTH PLAIN'] : [],
      address: (port) => `smtp://${isLogin ? 'name:word@' : ''}127.0.0.1:${port}`,
    })
    server.script = { [stage]: deed }
    servers.set(service, server)
  }
  for (const stage of HANGING) await add(stage, stage, hang)
  await add('drip', 'end', trickleEndlessly)
  return { ...delivery, servers, inFlight: () => countInFlight(delivery.gateway.store) }
}

test('mail servers that hang at any stage do not delay mail for another server', async () => {
  const { servers, write, url, server: healthy, row, quiet, pass, inFlight } = await start()
  const services = [...servers.keys()]
  const written: string[] = []
  for (const service of [...services, ...services, ...(isLong ? [] : services)]) {
    written.push(await write(service))
  }
  await expect.poll(inFlight, { timeout: 20_000 }).toBe(written.length)
  const quick = shortOrLong(5, 40)
  for (let number = 0; number < quick; number++) {
    expect(await postForm(url, { message: `Quick ${number}` })).toMatchObject({ status: 200 })
  }
  expect(await healthy.waitFor(quick, 25)).toHaveLength(quick)
  for (const { mostAtOnce } of servers.values()) expect(mostAtOnce).toBe(2)
  if (!isLong) return
  // Real time: 30 s without a greeting, 2 min of silence, 4 min in total.
  await expect
    .poll(() => [...servers.values()].map(({ open }) => open()), { timeout: 280_000 })
    .toEqual(services.map(() => 0))
  for (const id of written)
    expect(await row(id)).toMatchObject({ attempt: 1, consecutive_failures: 1 })
  for (const server of servers.values()) server.script = {}
  pass(2 * MINUTE_MS)
  await quiet()
  const all = [...servers.values()]
  const seen = countSeen(all, written.length)
  expect(seen).toMatchObject({ delivered: written.length, repeated: 0 })
  const what = '2 mail servers that hang at each stage, real time'
  recordResult({ table: 'faults', what, figures: seen })
}, 400_000)

test("sites with one hanging mail server use only that destination's slots", async () => {
  const { gateway, addServer, url, server: healthy } = await startScriptedDelivery()
  const server = await addServer('shared', {})
  server.script = { greeting: hang }
  const portfolio = gateway.accounts.get('portfolio')
  if (!portfolio) throw new Error('There is no account.')
  const sites = Array.from({ length: 60 }, (_, number) => `site${number}`)
  for (const publicKey of sites) {
    const services = new Map([['default_service', 'shared']])
    gateway.accounts.set(publicKey, { ...portfolio, publicKey, services })
    await postForm(url, { user_id: publicKey })
  }
  await postForm(url, { message: 'By the healthy one.' })
  await healthy.waitFor(1)
  await expect.poll(() => countInFlight(gateway.store)).toBe(MAX_IN_FLIGHT_PER_DESTINATION)
  expect(server.mostAtOnce).toBe(2)
})

test('a mail server that trickles its replies byte by byte gets the mail on the first attempt', async () => {
  const { addServer, write, quiet, row } = await startScriptedDelivery()
  const server = await addServer('slow', {
    dripMs: shortOrLong(1, 100),
    extensions: ['SIZE 1000000'],
  })
  const id = await write('slow')
  await expect.poll(() => server.taken.length, { timeout: 60_000 }).toBe(1)
  await quiet()
  expect(await row(id)).toMatchObject({ state: 'sent', attempt: 1 })
  const figures = countSeen([server], 1)
  recordResult({ table: 'faults', what: '2 replies sent byte by byte', figures })
}, 120_000)
