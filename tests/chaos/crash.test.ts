import { setTimeout as rest } from 'node:timers/promises'
import { CONNECTIONS } from 'reward-codes-gateway/internal/delivery/transports/smtp.ts'
import { describe, expect, test } from 'vitest'
import { postForm } from '../fixtures/gateway.ts'
import { OWN_MOMENTS, spawnGateway } from '../fixtures/gateway-process.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { STORES } from '../fixtures/stores.ts'
import {
  deliverTheRest,
  faultsInDatabase,
  holdMails,
  makePlace,
  type Place,
  startLoad,
  summarize,
} from '../fixtures/trial.ts'

const ROUNDS = shortOrLong(3, 200)
const SENDERS = 8

const MOMENTS = ['at random', 'before the 250', ...OWN_MOMENTS] as const

/** The maximum number of times a crash point is reached before the kill. */
const MAX_TIMES = 12
const MAX_RANDOM_MS = 300

/** Different offsets, so that a few rounds on both databases cover all crash points. */
const MOMENT_OFFSET = { sqlite: 0, postgres: 2 }

/**
 * Starts a gateway on the data of the previous one and kills it at a crash point. Each round uses
 * another crash point.
 */
async function runUntilKilled(
  { kind, environment, server }: Place,
  round: number,
  listens: (url: string | undefined) => void,
) {
  const moment = MOMENTS[(round + MOMENT_OFFSET[kind]) % MOMENTS.length]
  const times = 1 + Math.floor(Math.random() * MAX_TIMES)
  const gateway = await spawnGateway({
    ...environment,
    DIE_AT: `${moment}:${times}`,
  })
  let remaining = times
  server.beforeAccept = async () => {
    if (moment === 'before the 250' && --remaining === 0) await gateway.stop('SIGKILL')
  }
  listens(gateway.url)
  if (moment === 'at random') {
    await rest(Math.random() * MAX_RANDOM_MS)
    await gateway.stop('SIGKILL')
  }
  await gateway.ended
  listens(undefined)
  server.beforeAccept = () => {}
}

describe('a gateway killed with SIGKILL', () => {
  test('between the 200 response and the delivery sends the mail after a restart', async () => {
    const { server, environment } = await makePlace('sqlite')
    const [mail] = holdMails(server, 1)
    const first = await spawnGateway(environment)
    expect(await postForm(first.url, { message: 'Keep me.' })).toMatchObject({ status: 200 })
    await mail?.reached.promise
    await first.stop('SIGKILL')
    expect(server.received).toEqual([])

    const second = await spawnGateway(environment)
    const [received] = await server.waitFor(1)
    expect(received?.mail.text).toContain('Keep me.')
    await second.stop('SIGTERM')
  })

  test.each(STORES)(
    'repeatedly under load, on %s, loses no message that it answered with 200',
    async (kind) => {
      const place = await makePlace(kind)
      let url: string | undefined
      const senders = startLoad(SENDERS, () => url)
      let faults = 0
      for (let round = 0; round < ROUNDS; round++) {
        await runUntilKilled(place, round, (now) => {
          url = now
        })
        faults += (await faultsInDatabase(place)).length
        if (round % 10 === 9) await deliverTheRest(place)
      }
      await senders.stop()
      const { answered, resent } = senders.counts
      await deliverTheRest(place)

      const { lost, repeated, underAnotherName, mails } = summarize(answered, place.server.received)
      recordResult({
        table: 'faults',
        what: `1 kill -9 under load, ${kind}: at random, before and after the answer, before and after the 250`,
        figures: {
          rounds: ROUNDS,
          'answered 200': answered.size,
          lost: lost.length,
          mails,
          repeated,
          'repeated under another Message-ID': underAnotherName,
          'resent by the visitor': resent,
          'database errors': faults,
        },
      })
      expect(answered.size).toBeGreaterThan(ROUNDS)
      expect(lost).toEqual([])
      expect(faults).toBe(0)
      expect(underAnotherName).toBe(0)
      // Each crash leaves at most the mails in flight without a recorded result.
      expect(repeated).toBeLessThanOrEqual(ROUNDS * CONNECTIONS)
    },
    shortOrLong(120_000, 3_600_000),
  )

  test('on SIGTERM it finishes the mail in flight and exits', async () => {
    const { server, environment } = await makePlace('sqlite')
    const [mail] = holdMails(server, 1)
    const gateway = await spawnGateway(environment)
    await postForm(gateway.url)
    await mail?.reached.promise
    const stopped = gateway.stop('SIGTERM')
    mail?.released.resolve()
    await stopped
    expect(gateway.child.exitCode).toBe(0)
    expect(server.received).toHaveLength(1)
  })

  test('on SIGTERM it re-queues a mail that takes too long, and the next gateway sends it', async () => {
    const { server, environment } = await makePlace('sqlite')
    const [mail] = holdMails(server, 1)
    const gateway = await spawnGateway(environment)
    await postForm(gateway.url)
    await mail?.reached.promise
    await gateway.stop('SIGTERM')
    expect(gateway.child.exitCode).toBe(0)
    const next = await spawnGateway(environment)
    expect(await server.waitFor(1)).toHaveLength(1)
    await next.stop('SIGTERM')
  }, 60_000)
})
