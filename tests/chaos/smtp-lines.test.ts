import { expect, test } from 'vitest'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import {
  type Deed,
  flood,
  reset,
  type ScriptedServer,
  STAGES,
  type Stage,
  say,
} from '../fixtures/scripted-smtp.ts'

const TESTED_STAGES: Stage[] = [...STAGES.filter((stage) => stage !== 'starttls'), 'body']

/** Server behaviour that is neither a positive nor a negative reply. */
const MISBEHAVIOUR: Deed[] = [
  reset,
  (socket) => socket.end(),
  (socket) => socket.end('\u0000\u0007 <html>hello?\r\n'),
  (socket) => socket.end('2\r\n'),
  (socket) => socket.end('250-and then'),
  flood('an endless line '),
  flood('250-an endless reply\r\n'),
  say('199 a code of no kind'),
]

async function start() {
  const delivery = await startScriptedDelivery()
  const servers = new Map<Stage, ScriptedServer>()
  for (const stage of TESTED_STAGES) {
    const isLogin = stage === 'login'
    const server = await delivery.addServer(stage, {
      extensions: isLogin ? ['AUTH PLAIN'] : [],
      address: (port) => `smtp://${isLogin ? 'name:word@' : ''}127.0.0.1:${port}`,
    })
    servers.set(stage, server)
  }
  return { ...delivery, servers }
}

test('resets, malformed and endless SMTP replies are retried with the same Message-ID', async () => {
  const { servers, write, quiet, advance, row } = await start()
  const rounds = shortOrLong(2, 25 * MISBEHAVIOUR.length)
  let attempts = 0
  for (let round = 0; round < rounds; round++) {
    await Promise.all([...servers.values()].map((server) => server.hangUp()))
    for (const [number, stage] of TESTED_STAGES.entries()) {
      const server = servers.get(stage)
      if (server) server.script = { [stage]: MISBEHAVIOUR[(number + round) % MISBEHAVIOUR.length] }
    }
    const written = await Promise.all(TESTED_STAGES.map((stage) => write(stage)))
    await quiet()
    for (const server of servers.values()) server.script = {}
    while (await advance());
    for (const [number, stage] of TESTED_STAGES.entries()) {
      const {
        state,
        attempt,
        consecutive_failures: failures,
        message_id_header,
      } = await row(written[number] ?? '')
      const { ended = [], taken = [] } = servers.get(stage) ?? {}
      const found = {
        ...{ round, stage, state },
        taken: taken.filter((name) => name === message_id_header).length,
        ended: ended.filter((name) => name === message_id_header).length,
      }
      const dots = stage === 'end' ? 2 : 1
      const expected = { state: 'sent', taken: 1, ended: dots }
      expect(found).toEqual({ round, stage, ...expected })
      // A connection that is just closing may cost one more attempt.
      expect([2, 3]).toContain(attempt)
      expect(failures).toBe(attempt - 1)
      attempts += attempt
    }
  }
  const all = [...servers.values()]
  for (const { mostAtOnce } of all) expect(mostAtOnce).toBeLessThanOrEqual(2)
  const messages = rounds * TESTED_STAGES.length
  const seen = countSeen(all, messages)
  expect(seen).toMatchObject({ delivered: messages, repeated: 0 })
  const what = '2 resets, garbage and endless lines at each stage'
  const figures = { ...seen, attempts }
  recordResult({ table: 'faults', what, figures })
}, 600_000)
