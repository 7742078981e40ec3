import { describe, expect, test } from 'vitest'
import { HANDS_PER_SERVER } from '../../src/gateway/courier/courier.ts'
import { LEASE_SECONDS } from '../../src/gateway/store/outbox.ts'
import { amount, keepFigures } from '../fixtures/figures.ts'
import { postForm } from '../fixtures/gateway.ts'
import { spawnGateway } from '../fixtures/gateway-process.ts'
import { faultsInDatabase } from '../fixtures/integrity.ts'
import { deliverTheRest, runUntilKilled } from '../fixtures/kill.ts'
import type { MailServer } from '../fixtures/mail-server.ts'
import { makePlace } from '../fixtures/place.ts'
import { reckon } from '../fixtures/reckoning.ts'
import { startSenders } from '../fixtures/senders.ts'
import { STORES } from '../fixtures/stores.ts'

const LEASE_MS = LEASE_SECONDS * 1000 + 1000
const ROUNDS = amount(3, 200)
const SENDERS = 8

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
    const { server, environment } = await makePlace('sqlite')
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

  test.each(STORES)(
    'again and again under load, on %s, has lost no message that it had answered 200',
    async (kind) => {
      const place = await makePlace(kind)
      let url: string | undefined
      const senders = startSenders(SENDERS, () => url)
      let faults = 0
      for (let round = 0; round < ROUNDS; round++) {
        await runUntilKilled(place, round, (now) => {
          url = now
        })
        faults += (await faultsInDatabase(place)).length
        if (round % 10 === 9) await deliverTheRest(place, LEASE_MS * (round + 1))
      }
      await senders.stop()
      const { answered, resent } = senders.tally
      await deliverTheRest(place, LEASE_MS * (ROUNDS + 1))

      const { lost, repeated, underAnotherName, mails } = reckon(answered, place.server.received)
      keepFigures({
        table: 'faults',
        what: `1 kill -9 under load, ${kind}: at random, before and after the answer, before and after the 250`,
        figures: {
          rounds: ROUNDS,
          'answered 200': answered.size,
          lost: lost.length,
          mails,
          repeated,
          'repeated under another Message-ID': underAnotherName,
          'sent again by the visitor': resent,
          'faults in the database': faults,
        },
      })
      expect(answered.size).toBeGreaterThan(ROUNDS)
      expect(lost).toEqual([])
      expect(faults).toBe(0)
      expect(underAnotherName).toBe(0)
      // Each death can leave no more mails unsettled than the gateway had in hand.
      expect(repeated).toBeLessThanOrEqual(ROUNDS * HANDS_PER_SERVER)
    },
    amount(120_000, 3_600_000),
  )

  test('told to stop, it finishes the mail in hand and ends by itself', async () => {
    const { server, environment } = await makePlace('sqlite')
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
    const { server, environment } = await makePlace('sqlite')
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
