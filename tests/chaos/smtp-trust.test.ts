import '../fixtures/mail-test-name.ts'
import { expect, test } from 'vitest'
import { recordResult, shortOrLong } from '../fixtures/results.ts'
import { countSeen, startScriptedDelivery } from '../fixtures/scripted-delivery.ts'
import { type ScriptedServer, say } from '../fixtures/scripted-smtp.ts'
import '../fixtures/trust-test-certificates.ts'

const QUARTER_MS = 15 * 60_000
const TRIES = shortOrLong(3, 200)

const addressOf = (port: number) => `smtp://name:word@mail.test:${port}`
const EXTENSIONS = ['STARTTLS', 'AUTH PLAIN']
const good = { address: addressOf, extensions: EXTENSIONS, certificate: 'certificate' as const }

/** Errors that only the owner can fix: their cause, the logged text, and the stages reached. */
const FAULTS: {
  what: string
  spoil: (server: ScriptedServer) => void
  said: RegExp
  reached: string[]
}[] = [
  {
    what: 'STARTTLS stripped from the greeting',
    spoil: (server) => {
      server.options.extensions = ['AUTH PLAIN']
      server.script = { starttls: say(502) }
    },
    said: /STARTTLS/,
    reached: ['greeting', 'hello', 'starttls'],
  },
  {
    what: 'an expired certificate',
    spoil: (server) => {
      server.options.certificate = 'expired'
    },
    said: /certificate has expired/,
    reached: ['greeting', 'hello', 'starttls'],
  },
  {
    what: 'a certificate for another host name',
    spoil: (server) => {
      server.options.certificate = 'another-name'
    },
    said: /altnames/,
    reached: ['greeting', 'hello', 'starttls'],
  },
  {
    what: 'a wrong password',
    spoil: (server) => {
      server.script = { login: say(535) }
    },
    said: /535/,
    reached: ['greeting', 'hello', 'starttls', 'hello', 'login'],
  },
]

test.each(FAULTS)(
  '$what: is retried with an error each time, and delivered when fixed',
  async ({ what, spoil, said, reached }) => {
    const { addServer, write, advance, quiet, row, attemptsOf, log } = await startScriptedDelivery()
    const server = await addServer('elsewhere', good)
    spoil(server)
    const id = await write('elsewhere')
    await quiet()
    expect(server.reached).toEqual(reached)
    for (let tries = 1; tries < TRIES; tries++) await advance()
    expect(await row(id)).toMatchObject({
      state: 'queued',
      consecutive_failures: 0,
      attempt: TRIES,
    })
    const errorLines = () =>
      log.filter((line) => / error message deferred/.test(line) && said.test(line))
    await expect.poll(errorLines).toHaveLength(TRIES)
    const attempts = await attemptsOf(id)
    for (const [number, { started_at }] of attempts.entries()) {
      expect(started_at - (attempts[0]?.started_at ?? 0)).toBe(number * QUARTER_MS)
    }
    Object.assign(server, { options: good, script: {} })
    await advance()
    const { state, message_id_header } = await row(id)
    expect({ state, taken: server.taken }).toEqual({ state: 'sent', taken: [message_id_header] })
    const figures = { ...countSeen([server], 1), attempts: (await attemptsOf(id)).length }
    recordResult({ table: 'faults', what: `2 ${what}`, figures })
  },
  300_000,
)
