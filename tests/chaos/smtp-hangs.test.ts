import { expect, test } from 'vitest'
import { HANDS_PER_SERVER } from '../../src/gateway/courier/courier.ts'
import type { Store } from '../../src/gateway/store/store.ts'
import { amount, isLong, keepFigures } from '../fixtures/figures.ts'
import { postForm } from '../fixtures/gateway.ts'
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

/** Never silent for long, and never done. */
const dripWithoutEnd: Deed = (socket) => {
  const timer = setInterval(() => socket.write('2'), 1000)
  socket.on('close', () => clearInterval(timer))
}

/** Attempts that have begun and not ended. */
async function countBegun({ db }: Store) {
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
  await add('drip', 'end', dripWithoutEnd)
  return { ...delivery, servers, begun: () => countBegun(delivery.gateway.store) }
}

test('mail servers that hang, each at another stage, hold up no mail by another', async () => {
  const { servers, write, url, server: healthy, row, quiet, pass, begun } = await start()
  const services = [...servers.keys()]
  const written: string[] = []
  for (const service of [...services, ...services, ...(isLong ? [] : services)]) {
    written.push(await write(service))
  }
  await expect.poll(begun, { timeout: 20_000 }).toBe(written.length)
  const quick = amount(5, 40)
  for (let number = 0; number < quick; number++) {
    expect(await postForm(url, { message: `Quick ${number}` })).toMatchObject({ status: 200 })
  }
  expect(await healthy.waitFor(quick, 25)).toHaveLength(quick)
  for (const { mostAtOnce } of servers.values()) expect(mostAtOnce).toBe(2)
  if (!isLong) return
  // True time: half a minute without a greeting, two without a word, four in all.
  await expect
    .poll(() => [...servers.values()].map(({ open }) => open()), { timeout: 280_000 })
    .toEqual(services.map(() => 0))
  for (const id of written) expect(await row(id)).toMatchObject({ attempt: 1, failures: 1 })
  for (const server of servers.values()) server.script = {}
  pass(2 * MINUTE_MS)
  await quiet()
  const all = [...servers.values()]
  const seen = countSeen(all, written.length)
  expect(seen).toMatchObject({ delivered: written.length, repeated: 0 })
  const what = '2 mail servers that hang at each stage, true time'
  keepFigures({ table: 'faults', what, figures: seen })
}, 400_000)

test('sites that share a mail server that hangs leave it its hands, and others theirs', async () => {
  const { gateway, addServer, url, server: healthy } = await startScriptedDelivery()
  const server = await addServer('shared', {})
  server.script = { greeting: hang }
  const portfolio = gateway.accounts.get('portfolio')
  if (!portfolio) throw new Error('There is no account.')
  const sites = Array.from({ length: 60 }, (_, number) => `site${number}`)
  for (const publicKey of sites) {
    const services = new Map([['own', 'shared']])
    gateway.accounts.set(publicKey, { ...portfolio, publicKey, services })
    await postForm(url, { user_id: publicKey })
  }
  await postForm(url, { message: 'By the healthy one.' })
  await healthy.waitFor(1)
  await expect.poll(() => countBegun(gateway.store)).toBe(HANDS_PER_SERVER)
  expect(server.mostAtOnce).toBe(2)
})

test('a mail server that drips its replies byte by byte gets the mail at the first attempt', async () => {
  const { addServer, write, quiet, row } = await startScriptedDelivery()
  const server = await addServer('slow', { dripMs: amount(1, 100), extensions: ['SIZE 1000000'] })
  const id = await write('slow')
  await expect.poll(() => server.taken.length, { timeout: 60_000 }).toBe(1)
  await quiet()
  expect(await row(id)).toMatchObject({ state: 'sent', attempt: 1 })
  const figures = countSeen([server], 1)
  keepFigures({ table: 'faults', what: '2 replies that drip byte by byte', figures })
}, 120_000)
