import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { openStore } from 'reward-codes-gateway/internal/store/store.ts'
import { expect, inject, onTestFinished, test } from 'vitest'
import { DAY_MS } from '../fixtures/delivery.ts'
import { freshForm, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { freshDatabase } from '../fixtures/postgres.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { countSeen } from '../fixtures/scripted-delivery.ts'
import { say, startScriptedServer } from '../fixtures/scripted-smtp.ts'
import { STORES, type StoreKind } from '../fixtures/stores.ts'

async function setUp(kind: StoreKind) {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-clock-'))
  const database = kind === 'postgres' ? await freshDatabase(inject('postgres')) : undefined
  const server = await startScriptedServer()
  const store = await openStore({ dataFolder: folder, databaseUrl: database?.url })
  onTestFinished(async () => {
    await store.close()
    await server.close()
    await database?.drop()
    rmSync(folder, { recursive: true })
  })
  const environment = {
    DATA_DIR: folder,
    SMTP_URL: server.url,
    MAIL_FROM: 'portfolio@portfolio.test',
    MAIL_TO: 'owner@portfolio.test',
    ...(database && { DATABASE_URL: database.url }),
  }
  const countOf = async (outcome?: 'sent') => {
    const { count } = await store.db
      .selectFrom('attempts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('outcome', outcome ? '=' : 'is not', outcome ?? null)
      .executeTakeFirstOrThrow()
    return count
  }
  const start = async (more: Record<string, string>) => {
    const gateway = await spawnGateway({ ...environment, ...more })
    onTestFinished(() => gateway.stop('SIGTERM'))
    return gateway
  }
  return { folder, server, start, countOf }
}

const wrongBy = (milliseconds: number) => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, '../fixtures/wrong-clock.ts')}`,
  CLOCK_WRONG_BY_MS: String(milliseconds),
})

test("gateways with clocks two days apart use PostgreSQL's clock and cause no retry storm", async () => {
  const { server, start, countOf } = await setUp('postgres')
  server.script = { recipient: say(450) }
  const gateways = await Promise.all([start({}), start(wrongBy(DAY_MS)), start(wrongBy(-DAY_MS))])
  const messages = shortOrLong(6, 60)
  for (let number = 0; number < messages; number++) {
    const { url } = gateways[number % 3] ?? gateways[0]
    expect(await postForm(url, freshForm())).toMatchObject({ status: 200 })
  }
  await expect.poll(() => countOf(), { timeout: 20_000 }).toBe(messages)
  // The next attempt is due after a minute. With local clocks there were sixty a second.
  await rest(shortOrLong(1500, 45_000))
  expect(await countOf()).toBe(messages)
  server.script = {}
  const last = freshForm()
  expect(await postForm(gateways[1].url, last)).toMatchObject({ reason: 'accepted' })
  expect(await postForm(gateways[2].url, last)).toMatchObject({ reason: 'duplicate' })
  await expect.poll(() => countOf('sent'), { timeout: 20_000 }).toBe(1)
  const { delivered, repeated } = countSeen([server], messages + 1)
  const attempts = await countOf()
  const figures = { waiting: messages, delivered, repeated, attempts }
  const what = '6 three gateways with clocks a day apart for a minute, PostgreSQL'
  recordResult({ table: 'faults', what, figures })
}, 120_000)

test.each(STORES)(
  'a gateway on %s that resumes after a week of suspend sends each mail once',
  async (kind) => {
    const { folder, server, start, countOf } = await setUp(kind)
    const file = join(folder, 'ahead')
    writeFileSync(file, '0')
    const gateway = await start({ CLOCK_AHEAD_FILE: file })
    server.script = { recipient: say(450) }
    const messages = shortOrLong(5, 100)
    for (let number = 0; number < messages; number++) await postForm(gateway.url, freshForm())
    await expect.poll(() => countOf(), { timeout: 30_000 }).toBe(messages)
    let accept = () => {}
    server.script = {
      end: (socket) => {
        accept = () => socket.write('250 taken\r\n')
      },
    }
    await postForm(gateway.url, freshForm())
    await expect.poll(() => server.ended.length).toBe(1)
    gateway.child.kill('SIGSTOP')
    writeFileSync(file, String(7 * DAY_MS))
    server.script = {}
    accept()
    gateway.child.kill('SIGCONT')
    await postForm(gateway.url, freshForm())
    await expect.poll(() => countOf('sent'), { timeout: 60_000 }).toBe(messages + 2)
    const attempts = await countOf()
    expect(attempts).toBe(2 * messages + 2)
    expect(new Set(server.ended).size).toBe(server.ended.length)
    expect(server.ended).toHaveLength(messages + 2)
    const delivered = new Set(server.ended).size
    const repeated = server.ended.length - delivered
    const figures = { messages: messages + 2, delivered, repeated, attempts }
    const what = `6 suspended for a week with mail queued and in flight, ${kind}`
    recordResult({ table: 'faults', what, figures })
  },
  120_000,
)
