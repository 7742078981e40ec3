import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/gateway/store/store.ts'
import { formOf, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { type MailServer, startMailServer } from '../fixtures/mail-server.ts'

const LEASE_MS = 300_000
/** More rounds find rarer faults: ROUNDS=200 npx vitest run tests/faults/crash */
const ROUNDS = Number(process.env.ROUNDS ?? 6)
const SENDERS = 8

async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-crash-'))
  const server = await startMailServer()
  onTestFinished(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const environment = {
    DATA_FOLDER: folder,
    SMTP_URL: server.url,
    MAIL_FROM: 'portfolio@portfolio.test',
    MAIL_TO: 'owner@portfolio.test',
  }
  return { folder, server, environment }
}

/** Lets the mail server have a mail in hand without taking it, until it is told to. */
function holdMail(server: MailServer) {
  let accept = () => {}
  const inHand = new Promise<void>((reached) => {
    server.beforeAccept = () => {
      reached()
      return new Promise((resolve) => {
        accept = resolve
      })
    }
  })
  return {
    inHand,
    accept: () => accept(),
    /** The mail in hand is never taken, the next ones are. */
    forget: () => {
      server.beforeAccept = () => {}
    },
  }
}

describe('a gateway that is killed', () => {
  test('between its 200 and the delivery sends the mail when it is back', async () => {
    const { server, environment } = await setUp()
    const mail = holdMail(server)
    const first = await spawnGateway(environment)
    expect(await postForm(first.url, { message: 'Keep me.' })).toMatchObject({ status: 200 })
    await mail.inHand
    await first.stop('SIGKILL')
    expect(server.received).toEqual([])

    mail.forget()
    const second = await spawnGateway({ ...environment, CLOCK_AHEAD_MS: String(LEASE_MS + 1000) })
    const [received] = await server.waitFor(1)
    expect(received?.mail.text).toContain('Keep me.')
    await second.stop('SIGTERM')
  })

  test('at any moment under load has lost no message that it had answered 200', async () => {
    const { folder, server, environment } = await setUp()
    const answered: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const gateway = await spawnGateway({
        ...environment,
        CLOCK_AHEAD_MS: String(round * (LEASE_MS + 1000)),
      })
      let isAlive = true
      const senders = Array.from({ length: SENDERS }, async () => {
        while (isAlive) {
          const submission_id = crypto.randomUUID()
          const form = formOf({ submission_id, message: submission_id })
          const reply = await postForm(gateway.url, form).catch(() => undefined)
          if (reply?.status === 200) answered.push(submission_id)
        }
      })
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 250))
      await gateway.stop('SIGKILL')
      isAlive = false
      await Promise.all(senders)
    }
    expect(answered.length).toBeGreaterThan(ROUNDS)

    const ahead = String((ROUNDS + 1) * (LEASE_MS + 1000))
    const last = await spawnGateway({ ...environment, CLOCK_AHEAD_MS: ahead })
    const store = await openStore({ dataFolder: folder })
    const states = () =>
      store.db.selectFrom('messages').select(['state', 'variables', 'mail_id']).execute()
    await expect
      .poll(async () => (await states()).filter(({ state }) => state !== 'sent').length, {
        timeout: 60_000,
        interval: 250,
      })
      .toBe(0)
    const rows = await states()
    await store.close()
    await last.stop('SIGTERM')

    const stored = rows.map(({ variables }) => JSON.parse(variables ?? '').message)
    expect(answered.filter((id) => !stored.includes(id))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)
    const mails = server.received.map(({ mail }) => mail.messageId)
    expect([...new Set(mails)].sort()).toEqual(rows.map(({ mail_id }) => mail_id).sort())
  }, 120_000)

  test('told to stop, it finishes the mail in hand and ends by itself', async () => {
    const { server, environment } = await setUp()
    const mail = holdMail(server)
    const gateway = await spawnGateway(environment)
    await postForm(gateway.url)
    await mail.inHand
    const stopped = gateway.stop('SIGTERM')
    mail.accept()
    await stopped
    expect(gateway.child.exitCode).toBe(0)
    expect(server.received).toHaveLength(1)
  })

  test('told to stop, it puts a mail back that takes too long, and the next one sends it', async () => {
    const { server, environment } = await setUp()
    const mail = holdMail(server)
    const gateway = await spawnGateway(environment)
    await postForm(gateway.url)
    await mail.inHand
    await gateway.stop('SIGTERM')
    expect(gateway.child.exitCode).toBe(0)
    mail.forget()
    const next = await spawnGateway(environment)
    expect(await server.waitFor(1)).toHaveLength(1)
    await next.stop('SIGTERM')
  }, 30_000)
})
