import { setTimeout as rest } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { formOf, postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { type ReceivedMail, startMailServer } from '../fixtures/mail-server.ts'
import { startMachine, storedAt } from '../fixtures/restored.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { STORES } from '../fixtures/stores.ts'

const LEASE_MS = 300_000
const SENDERS = 4
const LOAD_MS = shortOrLong(600, 5000)
const MIN_SENT = 3
/** A delay that ensures queued messages at any time. */
const ACCEPT_DELAY_MS = 40

test.each(STORES)(
  'a backup of %s taken under load is restored and delivered with the same Message-IDs',
  async (kind) => {
    const machine = await startMachine(kind)
    const server = await startMailServer()
    onTestFinished(server.close)
    server.beforeAccept = () => rest(ACCEPT_DELAY_MS)
    const environment = {
      SMTP_URL: server.url,
      MAIL_FROM: 'portfolio@portfolio.test',
      MAIL_TO: 'owner@portfolio.test',
    }
    const gateway = await spawnGateway({ ...environment, ...machine.settings })
    const load = startLoad(gateway.url)
    await rest(LOAD_MS)
    await server.waitFor(MIN_SENT, 30)
    const beforeCopy = [...load.answered]
    await machine.backUp()
    await rest(LOAD_MS)
    await gateway.stop('SIGKILL')
    await load.stop()
    const mailedBefore = server.received.length

    const place = await machine.loseAndRestore()
    const copied = await storedAt(place)
    const names = copied.map(({ name }) => name)
    expect(beforeCopy.filter((name) => !names.includes(name))).toEqual([])
    const waiting = copied.filter(({ state }) => state === 'queued')
    expect(waiting).not.toEqual([])
    const sent = copied.filter(({ state }) => state === 'sent')
    expect(sent).not.toEqual([])

    const second = await spawnGateway({ ...environment, ...place, CLOCK_AHEAD_MS: `${LEASE_MS}` })
    server.beforeAccept = () => {}
    const states = async () => new Set((await storedAt(place)).map(({ state }) => state))
    await expect.poll(states, { timeout: 60_000, interval: 300 }).toEqual(new Set(['sent']))
    await second.stop('SIGTERM')
    expect(await machine.faults()).toEqual([])

    const mails = mailsByName(server.received)
    expect(copied.filter(({ name, mailId }) => !mails.get(name)?.includes(mailId))).toEqual([])
    const renamed = [...mails.values()].filter((ids) => new Set(ids).size > 1)
    expect(renamed).toEqual([])
    expect(sent.filter(({ name }) => mails.get(name)?.length !== 1)).toEqual([])
    recordResult({
      table: 'faults',
      what: `9 restored from a backup taken under load, ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL by pg_dump'}`,
      figures: {
        'answered before the backup': beforeCopy.length,
        'in the backup': copied.length,
        'queued in it': waiting.length,
        lost: beforeCopy.filter((name) => !mails.has(name)).length,
        repeated: server.received.length - mails.size,
        'repeated under another Message-ID': renamed.length,
        'answered after the backup and lost with the disk': load.answered.filter(
          (name) => !names.includes(name),
        ).length,
        'of those mailed before': load.answered.filter(
          (name) => !names.includes(name) && mails.has(name),
        ).length,
        'mails before the loss': mailedBefore,
      },
    })
  },
  120_000,
)

/** Virtual visitors that send messages in sequence, and the messages answered with 200. */
function startLoad(url: string) {
  const answered: string[] = []
  let isOn = true
  const senders = Array.from({ length: SENDERS }, async () => {
    while (isOn) {
      const message = crypto.randomUUID()
      const form = formOf({ message, submission_id: message })
      const reply = await postForm(url, form).catch(() => undefined)
      if (reply?.status === 200) answered.push(message)
    }
  })
  return {
    answered,
    stop: async () => {
      isOn = false
      await Promise.all(senders)
    },
  }
}

/** The Message-IDs of the received mails by message text. */
function mailsByName(received: ReceivedMail[]) {
  const mails = new Map<string, (string | undefined)[]>()
  for (const { mail } of received) {
    const name = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(mail.text ?? '')?.[0] ?? ''
    mails.set(name, [...(mails.get(name) ?? []), mail.messageId])
  }
  return mails
}
