import '../fixtures/mail-test-name.ts'
import { expect, test } from 'vitest'
import { amount, isLong, keepFigures } from '../fixtures/figures.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import { type ScriptedServer, STAGES, type Stage, say } from '../fixtures/scripted-smtp.ts'
import { trustTestCertificates } from '../fixtures/trust-test-certificates.ts'

const MINUTE_MS = 60_000
const A_FEW = [421, 452, 535, 554]
const EVERY = [...hundredFrom(400), ...hundredFrom(500)]
const LOGIN_IS_WANTED = [530, 534, 535, 538]
const OF_THE_MAIL: Stage[] = ['sender', 'recipient', 'data', 'end']

function hundredFrom(first: number) {
  return Array.from({ length: 100 }, (_, number) => first + number)
}

/** How the design lets a mail end that meets a reply at a stage. */
function endOf(stage: Stage, code: number) {
  if (code < 500) return 'again'
  if (!OF_THE_MAIL.includes(stage) || LOGIN_IS_WANTED.includes(code)) return 'owner'
  return 'failed'
}

async function start(extensions: string[]) {
  trustTestCertificates()
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

/** One mail for each stage meets the reply there, and a quarter of an hour later a server that says yes. */
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
      const { state, attempt: attempts, mail_id, failures } = await row(id)
      const taken = servers.get(stage)?.taken.filter((name) => name === mail_id).length
      const reply = attempt?.reply ?? ''
      return { stage, attempt, state, attempts, taken, failures, isOwners: /^Yours/.test(reply) }
    }),
  )
}

const ENDS = {
  again: { state: 'sent', attempts: 2, taken: 1, failures: 1, isOwners: false },
  owner: { state: 'sent', attempts: 2, taken: 1, failures: 0, isOwners: true },
  failed: { state: 'failed', attempts: 1, taken: 0, failures: 0, isOwners: false },
}

test.each([
  ['command by command', [] as string[]],
  ['commands at once', ['PIPELINING', '8BITMIME', 'SIZE 1000000']],
])(
  'a mail that meets a 4xx or 5xx is delivered later, or fails once, or waits for its owner: %s',
  async (how, extensions) => {
    const started = await start(extensions)
    const codes = isLong ? EVERY : A_FEW
    const counts = { failed: 0, retried: 0, attempts: 0 }
    for (const code of codes) {
      for (const end of await playRound(started, code)) {
        const kind = endOf(end.stage, code)
        const told = `${code} at ${end.stage}`
        expect({ told, ...end }).toMatchObject({ told, ...ENDS[kind] })
        expect(end.attempt?.reply, told).toContain(String(code))
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
    keepFigures({ table: 'faults', what, figures: { ...seen, ...counts } })
  },
  amount(60_000, 600_000),
)
