import { countByState } from 'reward-codes-gateway/internal/store/messages.ts'
import { expect, onTestFinished, test } from 'vitest'
import { postForm } from '../fixtures/gateway.ts'
import { startMailApi } from '../fixtures/mail-api.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { type Stage, say, startScriptedDelivery } from '../fixtures/scripted-smtp.ts'

const MINUTE_MS = 60_000
const HOURS = shortOrLong(6, 30)
const STEP_MINUTES = 5

/** What servers answer when the owner has something to repair, and no code says so. */
const ANSWERS: [text: string, stage: Stage][] = [
  ['452 4.2.2 Mailbox full', 'recipient'],
  ['451 4.3.0 try again later', 'end'],
  ['554 Message rejected: Email address is not verified.', 'end'],
]

test.each(ANSWERS)(
  'while a server answers %s for hours, the owner is told once a day, and all arrives within an hour after',
  async (text, stage) => {
    const hook = await startMailApi({ status: 200 })
    onTestFinished(hook.close)
    const delivery = await startScriptedDelivery({ environment: { NOTICE_URL: hook.url } })
    const { url, pass, quiet, addServer, gateway } = delivery
    const countSent = async () => (await countByState(gateway.store.db)).sent
    const server = await addServer()
    server.script = { [stage]: say(text) }
    const types = () => hook.calls.map(({ body }) => JSON.parse(body).type)
    const told = (type: string) => types().filter((one) => one === type).length
    const step = async () => {
      pass(STEP_MINUTES * MINUTE_MS)
      await quiet()
    }
    for (let hour = 0; hour < HOURS; hour++) {
      await postForm(url, { message: `hour ${hour}` })
      for (let minute = 0; minute < 60; minute += STEP_MINUTES) await step()
    }
    expect(server.taken).toEqual([])
    await expect.poll(() => told('mail.stalled')).toBe(Math.ceil((HOURS - 1) / 24))
    const attempts = server.ended.length
    server.script = {}
    await postForm(url, { message: 'after the repair' })
    let minutes = 0
    for (; minutes < 60 && (await countSent()) < HOURS + 1; minutes += STEP_MINUTES) await step()
    expect(await countSent()).toBe(HOURS + 1)
    await quiet()
    await expect.poll(() => told('mail.resumed')).toBe(1)
    recordResult({
      table: 'faults',
      what: `2 ${text} (${stage}), one message an hour`,
      figures: { hours: HOURS, contents: attempts, stalled: told('mail.stalled'), minutes },
    })
  },
  shortOrLong(120_000, 600_000),
)
