import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openStore } from 'reward-codes-gateway/internal/store/open-store.ts'
import { CHALLENGE_PATH } from 'reward-codes-gateway/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { formOf, postForm, solvedCaptchas } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { memoryOf } from '../fixtures/processes.ts'
import { localAddress, openLine } from '../fixtures/raw-http.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { smtpSettings } from '../fixtures/smtp-settings.ts'
import { startLoad } from '../fixtures/trial.ts'

const RATE = shortOrLong(40, 200)
const SECONDS = shortOrLong(2, 60)
const SENDERS = 20
const DRIP_MS = 100
/**
 * Node collects old objects late if the machine has memory: it then took 350 MiB. A gateway that leaks its messages
 * (12,000 of 20 KB) would run out of this heap.
 */
const HEAP_LIMIT = '--max-old-space-size=96'
const MAX_MEMORY_MIB = 300

async function setUp(variables: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-load-'))
  const mail = await startMailServer()
  const environment = {
    DATA_DIR: folder,
    ...smtpSettings(mail.url),
    MAIL_FROM: 'portfolio@portfolio.test',
    MAIL_TO: 'owner@portfolio.test',
    ...variables,
  }
  const gateway = await spawnGateway(environment)
  const store = await openStore({ dataFolder: folder })
  onTestFinished(async () => {
    if (gateway.child.exitCode === null) await gateway.stop('SIGTERM')
    await store.close()
    await mail.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const delivered = async () => {
    const rows = store.db
      .selectFrom('messages')
      .select('message_id_header')
      .where('state', '=', 'sent')
    return (await rows.execute()).length
  }
  return { folder, mail, environment, gateway, delivered }
}

test('at a steady rate, all messages with captchas are answered, delivered once and not leaked', async () => {
  const { folder, mail, gateway, delivered } = await setUp({
    PAGE_CAPTCHA: 'altcha',
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${HEAP_LIMIT}`,
  })
  const tokens = await solvedCaptchas({ dataFolder: folder }, RATE * SECONDS)
  const before = memoryOf(gateway.child.pid)
  let most = before
  const waits: number[] = []
  const begin = performance.now()
  const replies = await Promise.all(
    tokens.map(async (token, number) => {
      await setTimeout((number * 1000) / RATE)
      most = Math.max(most, memoryOf(gateway.child.pid))
      await fetch(`${gateway.url}${CHALLENGE_PATH}?user_id=portfolio`)
      const asked = performance.now()
      const form = formOf({ message: `Number ${number}`, 'g-recaptcha-response': token })
      const { status } = await postForm(gateway.url, form)
      waits.push(performance.now() - asked)
      return status
    }),
  )
  const taken = performance.now() - begin
  expect(replies.filter((status) => status !== 200)).toEqual([])
  await expect.poll(delivered, { timeout: 400_000, interval: 500 }).toBe(tokens.length)
  const ids = mail.received.map((received) => received.mail.messageId)
  expect(new Set(ids).size).toBe(tokens.length)
  expect(most).toBeLessThan(MAX_MEMORY_MIB)
  waits.sort((a, b) => a - b)
  recordResult({
    table: 'faults',
    what: `7 Load: ${RATE} messages a second for ${SECONDS} s, each with a challenge and a captcha`,
    figures: {
      messages: tokens.length,
      'answered per second': Math.round((tokens.length / taken) * 1000),
      lost: tokens.length - new Set(ids).size,
      repeated: ids.length - new Set(ids).size,
      'p50 ms': Math.round(waits[Math.floor(waits.length / 2)] ?? 0),
      'slowest ms': Math.round(waits.at(-1) ?? 0),
      'MiB before': before,
      'MiB at most': most,
    },
  })
}, 600_000)

test('on SIGTERM under load, the gateway exits and loses no accepted message', async () => {
  const { mail, environment, gateway, delivered } = await setUp()
  const { counts, stop } = startLoad(SENDERS, () => gateway.url)
  const dripping = await openLine(gateway.url, localAddress(1), 'GET / HTTP/1.1\r\nx-drip: ')
  const drip = setInterval(() => dripping.writable && dripping.write('x'), DRIP_MS)
  onTestFinished(() => clearInterval(drip))
  await setTimeout(shortOrLong(1000, 20_000))
  const signalledAt = performance.now()
  await gateway.stop('SIGTERM')
  const took = Math.round(performance.now() - signalledAt)
  await stop()
  expect(gateway.child.exitCode).toBe(0)
  const next = await spawnGateway(environment)
  onTestFinished(() => next.stop('SIGTERM'))
  await expect
    .poll(delivered, { timeout: 300_000, interval: 250 })
    .toBeGreaterThanOrEqual(counts.answered.size)
  const ids = mail.received.map((received) => received.mail.messageId)
  const texts = mail.received.map((received) => received.mail.text).join()
  const lost = [...counts.answered].filter((message) => !texts.includes(message))
  expect(lost).toEqual([])
  expect(ids).toHaveLength(new Set(ids).size)
  recordResult({
    table: 'faults',
    what: '7 SIGTERM under load',
    figures: {
      answered: counts.answered.size,
      lost: lost.length,
      repeated: ids.length - new Set(ids).size,
      'ended after ms': took,
    },
  })
}, 400_000)
