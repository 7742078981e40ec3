import { CONFIG_ERROR_PREFIX } from 'reward-codes-gateway/internal/delivery/conclude.ts'
import '../fixtures/mail-test-name.ts'
import { expect, test } from 'vitest'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import { type ScriptedServer, STAGES, type Stage, say } from '../fixtures/scripted-smtp.ts'
import '../fixtures/trust-test-certificates.ts'

const MINUTE_MS = 60_000
const SOME_CODES = [421, 452, 535, 554]
const ALL_CODES = [...codesFrom(400), ...codesFrom(500)]
const AUTH_CODES = [530, 534, 535, 538]
const MESSAGE_STAGES: Stage[] = ['sender', 'recipient', 'data', 'end']

function codesFrom(first: number) {
  return Array.from({ length: 100 }, (_, number) => first + number)
}

/** The specified handling of a reply code at a stage. */
function handlingOf(stage: Stage, code: number) {
  if (code < 500) return 'again'
  if (!MESSAGE_STAGES.includes(stage) || AUTH_CODES.includes(code)) return 'owner'
  return 'failed'
}

async function start(extensions: string[]) {
  const delivery = await startScriptedDelivery()
  const servers = new Map<Stage, ScriptedServer>()
  for (const stage of STAGES) {
    const ways = {
      starttls: { extensions: [...extensions, 'STARTTLS'], address: 'smtp://mail.test:' },
      login: { extensions: [...extensions, 'AUTH PLAIN'], address: 'smtp://name:word@127.0.0.1:' },
    }
    const way = Object.entries(ways).find(([name]) => name === stage)?.[1]
    const { address = 'smtp://127.0.0.1:', extensions: own = extensions } = way ?? {}
    const setup = { extensions: own, address: (port: number) => `${address}${port}` }
    servers.set(stage, await delivery.addServer(stage, setup))
  }
  return { ...delivery, servers }
}

type Started = Awaited<ReturnType<typeof start>>

/** Sends one mail per stage to a server that replies `code` there, and accepts 15 min later. */
async function playRound({ servers, write, quiet, pass, row, attemptsOf }: Started, code: number) {
  await Promise.all([...servers.values()].map((server) => server.hangUp()))
  for (const [stage, server] of servers) server.script = { [stage]: say(code) }
  const written = await Promise.all(
    [...servers.keys()].map(async (stage) => ({ stage, id: await write(stage) })),
  )
  await quiet()
  const first = await Promise.all(written.map(({ id }) => attemptsOf(id)))
  for (const server of servers.values()) server.script = {}
  pass(15 * MINUTE_MS)
  await quiet()
  return Promise.all(
    written.map(async ({ stage, id }, number) => {
      const [attempt] = first[number] ?? []
      const {
        state,
        attempt: attempts,
        message_id_header,
        consecutive_failures: failures,
      } = await row(id)
      const taken = servers.get(stage)?.taken.filter((name) => name === message_id_header).length
      const reply = attempt?.smtp_response ?? ''
      return {
        stage,
        attempt,
        state,
        attempts,
        taken,
        failures,
        isConfigError: reply.startsWith(CONFIG_ERROR_PREFIX),
      }
    }),
  )
}

const OUTCOMES = {
  again: { state: 'sent', attempts: 2, taken: 1, failures: 1, isConfigError: false },
  owner: { state: 'sent', attempts: 2, taken: 1, failures: 0, isConfigError: true },
  failed: { state: 'failed', attempts: 1, taken: 0, failures: 0, isConfigError: false },
}

test.each([
  ['not pipelined', [] as string[]],
  ['pipelined', ['PIPELINING', '8BITMIME', 'SIZE 1000000']],
])(
  "a 4xx or 5xx reply is retried, fails the message, or waits for the owner's fix: %s",
  async (how, extensions) => {
    const started = await start(extensions)
    const codes = isLong ? ALL_CODES : SOME_CODES
    const counts = { failed: 0, retried: 0, attempts: 0 }
    for (const code of codes) {
      for (const end of await playRound(started, code)) {
        const kind = handlingOf(end.stage, code)
        const where = `${code} at ${end.stage}`
        expect({ where, ...end }).toMatchObject({ where, ...OUTCOMES[kind] })
        expect(end.attempt?.smtp_response, where).toContain(String(code))
        counts.failed += Number(end.state === 'failed')
        counts.retried += Number(kind !== 'failed')
        counts.attempts += end.attempts
      }
    }
    const servers = [...started.servers.values()]
    for (const { mostAtOnce } of servers) expect(mostAtOnce).toBeLessThanOrEqual(2)
    const seen = countSeen(servers, codes.length * STAGES.length)
    expect(seen).toMatchObject({ repeated: 0, 'not delivered': counts.failed })
    const what = `2 ${codes.length} replies of 4xx and 5xx at each of ${STAGES.length} stages, ${how}`
    recordResult({ table: 'faults', what, figures: { ...seen, ...counts } })
  },
  shortOrLong(60_000, 600_000),
)
