import { expect, test } from 'vitest'
import { amount, keepFigures } from '../fixtures/figures.ts'
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

const ON_THE_LINE: Stage[] = [...STAGES.filter((stage) => stage !== 'starttls'), 'body']

/** What a server may do that says neither yes nor no. */
const MISCHIEF: Deed[] = [
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
  for (const stage of ON_THE_LINE) {
    const isLogin = stage === 'login'
    const server = await delivery.addServer(stage, {
      extensions: isLogin ? ['AUTH PLAIN'] : [],
      address: (port) => `smtp://${isLogin ? 'name:word@' : ''}127.0.0.1:${port}`,
    })
    servers.set(stage, server)
  }
  return { ...delivery, servers }
}

test('a mail server that breaks off, talks nonsense or without end is tried again, with one Message-ID', async () => {
  const { servers, write, quiet, advance, row } = await start()
  const rounds = amount(2, 25 * MISCHIEF.length)
  let attempts = 0
  for (let round = 0; round < rounds; round++) {
    await Promise.all([...servers.values()].map((server) => server.hangUp()))
    for (const [number, stage] of ON_THE_LINE.entries()) {
      const server = servers.get(stage)
      if (server) server.script = { [stage]: MISCHIEF[(number + round) % MISCHIEF.length] }
    }
    const written = await Promise.all(ON_THE_LINE.map((stage) => write(stage)))
    await quiet()
    for (const server of servers.values()) server.script = {}
    while (await advance());
    for (const [number, stage] of ON_THE_LINE.entries()) {
      const { state, attempt, failures, mail_id } = await row(written[number] ?? '')
      const { ended = [], taken = [] } = servers.get(stage) ?? {}
      const found = {
        ...{ round, stage, state },
        taken: taken.filter((name) => name === mail_id).length,
        ended: ended.filter((name) => name === mail_id).length,
      }
      const dots = stage === 'end' ? 2 : 1
      const good = { state: 'sent', taken: 1, ended: dots }
      expect(found).toEqual({ round, stage, ...good })
      // A line that is just being closed may cost one attempt more.
      expect([2, 3]).toContain(attempt)
      expect(failures).toBe(attempt - 1)
      attempts += attempt
    }
  }
  const all = [...servers.values()]
  for (const { mostAtOnce } of all) expect(mostAtOnce).toBeLessThanOrEqual(2)
  const messages = rounds * ON_THE_LINE.length
  const seen = countSeen(all, messages)
  expect(seen).toMatchObject({ delivered: messages, repeated: 0 })
  const what = '2 resets, nonsense and endless lines at each stage'
  const figures = { ...seen, attempts }
  keepFigures({ table: 'faults', what, figures })
}, 600_000)
