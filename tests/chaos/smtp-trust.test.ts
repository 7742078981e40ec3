import '../fixtures/mail-test-name.ts'
import { expect, test } from 'vitest'
import { amount, keepFigures } from '../fixtures/figures.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import { type ScriptedServer, say } from '../fixtures/scripted-smtp.ts'
import { trustTestCertificates } from '../fixtures/trust-test-certificates.ts'

const QUARTER_MS = 15 * 60_000
const TRIES = amount(3, 200)

const elsewhere = (port: number) => `smtp://name:word@mail.test:${port}`
const EXTENSIONS = ['STARTTLS', 'AUTH PLAIN']
const good = { address: elsewhere, extensions: EXTENSIONS, certificate: 'certificate' as const }

/** What only the owner can mend, how the server shows it, and how far the conversation may get. */
const FAULTS: {
  what: string
  spoil: (server: ScriptedServer) => void
  said: RegExp
  reached: string[]
}[] = [
  {
    what: 'a line whose encryption somebody has struck out of the greeting',
    spoil: (server) => {
      server.options.extensions = ['AUTH PLAIN']
      server.script = { starttls: say(502) }
    },
    said: /STARTTLS/,
    reached: ['greeting', 'hello', 'starttls'],
  },
  {
    what: 'a certificate that has expired',
    spoil: (server) => {
      server.options.certificate = 'expired'
    },
    said: /certificate has expired/,
    reached: ['greeting', 'hello', 'starttls'],
  },
  {
    what: 'a certificate of another name',
    spoil: (server) => {
      server.options.certificate = 'another-name'
    },
    said: /altnames/,
    reached: ['greeting', 'hello', 'starttls'],
  },
  {
    what: 'a password that is no longer right',
    spoil: (server) => {
      server.script = { login: say(535) }
    },
    said: /535/,
    reached: ['greeting', 'hello', 'starttls', 'hello', 'login'],
  },
]

test.each(FAULTS)(
  '$what: waits, says so loudly each time, and is delivered once mended',
  async ({ what, spoil, said, reached }) => {
    trustTestCertificates()
    const { addServer, write, advance, quiet, row, attemptsOf, log } = await startScriptedDelivery()
    const server = await addServer('elsewhere', good)
    spoil(server)
    const id = await write('elsewhere')
    await quiet()
    expect(server.reached).toEqual(reached)
    for (let tries = 1; tries < TRIES; tries++) await advance()
    expect(await row(id)).toMatchObject({ state: 'queued', failures: 0, attempt: TRIES })
    const loud = log.filter((line) => / error message postponed/.test(line) && said.test(line))
    expect(loud).toHaveLength(TRIES)
    const attempts = await attemptsOf(id)
    for (const [number, { started_at }] of attempts.entries()) {
      expect(started_at - (attempts[0]?.started_at ?? 0)).toBe(number * QUARTER_MS)
    }
    Object.assign(server, { options: good, script: {} })
    await advance()
    const { state, mail_id } = await row(id)
    expect({ state, taken: server.taken }).toEqual({ state: 'sent', taken: [mail_id] })
    const figures = { ...countSeen([server], 1), attempts: (await attemptsOf(id)).length }
    keepFigures({ table: 'faults', what: `2 ${what}`, figures })
  },
  300_000,
)
