import { setTimeout as rest } from 'node:timers/promises'
import { LANES } from 'reward-codes-gateway/internal/delivery/context.ts'
import { expect, test } from 'vitest'
import { OWN_MOMENTS, spawnGateway } from '../fixtures/gateway-process.ts'
import { after } from '../fixtures/mail-server.ts'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { STORES } from '../fixtures/stores.ts'
import {
  deliverTheRest,
  faultsInDatabase,
  makePlace,
  type Place,
  startLoad,
  summarize,
} from '../fixtures/trial.ts'

const ROUNDS = shortOrLong(3, 240)
const SENDERS = 8

const MOMENTS = ['at random', 'before the 250', 'at a stop', ...OWN_MOMENTS] as const

/** The maximum number of times a crash point is reached before the kill. */
const MAX_TIMES = 12
const MAX_RANDOM_MS = 300

/** Different offsets, so that a few rounds on both databases cover all crash points. */
const MOMENT_OFFSET = { sqlite: 0, postgres: 3 }

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
  server.script.end = after(async () => {
    if (moment === 'before the 250' && --remaining === 0) await gateway.stop('SIGKILL')
  })
  listens(gateway.url)
  if (moment === 'at random' || moment === 'at a stop') {
    await rest(Math.random() * MAX_RANDOM_MS)
    await gateway.stop(moment === 'at a stop' ? 'SIGTERM' : 'SIGKILL')
  }
  await gateway.ended
  if (moment === 'at a stop') expect(gateway.child.exitCode).toBe(0)
  listens(undefined)
  server.script = {}
}

test.each(STORES)(
  'a gateway that is killed and stopped repeatedly under load, on %s, loses no message that it answered with 200',
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
    const next = await spawnGateway(place.environment)
    url = next.url
    await expect.poll(() => senders.counts.answered.size).toBeGreaterThan(ROUNDS)
    await senders.stop()
    await next.stop('SIGTERM')
    const { answered, resent } = senders.counts
    await deliverTheRest(place)

    const { lost, repeated, underAnotherName, mails } = summarize(answered, place.server.received)
    recordResult({
      rounds: ROUNDS,
      'answered 200': answered.size,
      lost: lost.length,
      mails,
      repeated,
      'repeated under another Message-ID': underAnotherName,
      'resent by the visitor': resent,
      'database errors': faults,
    })
    expect(lost).toEqual([])
    expect(faults).toBe(0)
    expect(underAnotherName).toBe(0)
    // Each crash leaves at most the mails in flight without a recorded result.
    expect(repeated).toBeLessThanOrEqual(ROUNDS * LANES)
  },
)
