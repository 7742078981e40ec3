import dns from 'node:dns'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { LANES } from 'reward-codes-gateway/internal/delivery/context.ts'
import { buildOpsServer } from 'reward-codes-gateway/internal/http/ops.ts'
import { expect, onTestFinished, test } from 'vitest'
import { callMessages } from '../fixtures/call-messages.ts'
import {
  startDelivery,
  startOwnersMail,
  startOwnGateway,
  startOwnMailServer,
} from '../fixtures/delivery.ts'
import { type GatewaySetup, postForm, startTestGateway } from '../fixtures/gateway.ts'
import { EXPIRED_CONSENT, startTokens } from '../fixtures/mail-api.ts'
import {
  countSeen,
  type Deed,
  flood,
  hang,
  type MailServer,
  type MailServerOptions,
  mailSettings,
  reset,
  type Script,
  STAGES,
  type Stage,
  say,
  smtpSettings,
  tlsFiles,
} from '../fixtures/mail-server.ts'
import { isLong, recordResult, shortOrLong } from '../fixtures/results.ts'
import { runCommand } from '../fixtures/run-command.ts'

// What a mail server may do to a gateway. The rules of what follows are in decide.test.ts.

// The issuers of all test certificates are trusted, including the invalid ones.
const own = (['certificate', 'expired', 'another-name'] as const).map((name) =>
  String(tlsFiles(name).cert),
)
setDefaultCACertificates([...getCACertificates('default'), ...own])

// The host mail.test is this machine, as a DNS server would say, and no local name.
const { lookup, resolve4 } = dns as unknown as Record<string, (...all: unknown[]) => void>
Object.assign(dns, {
  lookup: (name: string, ...rest: unknown[]) =>
    lookup?.(name === 'mail.test' ? '127.0.0.1' : name, ...rest),
  resolve4: (name: string, ...rest: unknown[]) => {
    if (name !== 'mail.test') return resolve4?.(name, ...rest)
    ;(rest.at(-1) as (error: null, found: string[]) => void)(null, ['127.0.0.1'])
  },
})

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A quarter of an hour, and a tenth of jitter. */
const LONGEST_PAUSE_MS = 16.5 * MINUTE_MS
const LONGEST_BACK_OFF_MS = 4.4 * HOUR_MS

/** A gateway with a mail server that knows what the stage needs. */
async function startAt(stage: Stage, extensions: string[] = [], setup: GatewaySetup = {}) {
  const ways: Partial<Record<Stage, [extension: string, address: string]>> = {
    starttls: ['STARTTLS', 'smtp://mail.test:'],
    login: ['AUTH PLAIN', 'smtp://name:word@127.0.0.1:'],
  }
  const [extension, address = 'smtp://127.0.0.1:'] = ways[stage] ?? []
  const delivery = await startDelivery(
    { drainMs: 200, ...setup },
    {
      extensions: extension ? [...extensions, extension] : extensions,
      address: (port) => `${address}${port}`,
    },
  )
  return { ...delivery, stage, began: delivery.gateway.clock() }
}

type Started = Awaited<ReturnType<typeof startAt>>

const WITH_TLS: MailServerOptions = {
  extensions: ['STARTTLS', 'AUTH PLAIN'],
  certificate: 'certificate',
}

/** A gateway that logs in over TLS, with what an owner sees of it. */
async function startWithLogin() {
  const address = (port: number) => `smtp://name:word@mail.test:${port}`
  const started = await startDelivery({}, { ...WITH_TLS, address })
  const ops = buildOpsServer({ gateway: started.gateway, isStopping: () => false })
  onTestFinished(() => ops.close())
  return { ...started, ready: async () => (await ops.inject('/readyz')).body }
}

const codesFrom = (first: number) => Array.from({ length: 100 }, (_, number) => first + number)
const CODES = isLong ? [...codesFrom(400), ...codesFrom(500)] : [421, 452, 550, 554]

test.each([
  ['not pipelined', []],
  ['pipelined', ['PIPELINING', '8BITMIME', 'SIZE 1000000']],
])(
  'a mail that is refused with any code at any stage is sent once after the repair: %s',
  async (_, extensions) => {
    const all = await Promise.all(STAGES.map((stage) => startAt(stage, extensions)))
    for (const code of CODES) {
      const rounds = all.map(async ({ stage, server, write, quiet, pass, row, attemptsOf }) => {
        await server.hangUp()
        server.script = { [stage]: say(code) }
        const id = await write()
        await quiet()
        const [first] = await attemptsOf(id)
        expect(first?.smtp_response, stage).toContain(String(code))
        server.script = {}
        pass(15 * MINUTE_MS)
        await quiet()
        expect([stage, await row(id)]).toMatchObject([stage, { state: 'sent', attempt: 2 }])
      })
      await Promise.all(rounds)
    }
    const servers = all.map(({ server }) => server)
    for (const { mostAtOnce } of servers) expect(mostAtOnce).toBeLessThanOrEqual(2)
    const seen = countSeen(servers, CODES.length * STAGES.length)
    expect(seen).toMatchObject({ repeated: 0, 'not delivered': 0 })
    recordResult(seen)
  },
)

const STAGES_WITHOUT_TLS: Stage[] = [...STAGES.filter((stage) => stage !== 'starttls'), 'body']

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

test('resets, malformed and endless SMTP replies are retried with the same Message-ID', async () => {
  const all = await Promise.all(STAGES_WITHOUT_TLS.map((stage) => startAt(stage)))
  const rounds = shortOrLong(2, 25 * MISBEHAVIOUR.length)
  const play = async ({ stage, server, write, quiet, advance, row }: Started, number: number) => {
    await server.hangUp()
    const deed = MISBEHAVIOUR[number % MISBEHAVIOUR.length]
    server.script = deed ? { [stage]: deed } : {}
    const id = await write()
    await quiet()
    server.script = {}
    while (await advance());
    const { state, attempt, message_id_header } = await row(id)
    const count = (names: string[]) => names.filter((name) => name === message_id_header).length
    const found = { stage, state, taken: count(server.taken), ended: count(server.ended) }
    expect(found).toEqual({ stage, state: 'sent', taken: 1, ended: stage === 'end' ? 2 : 1 })
    // A connection that is just closing may cost one more attempt.
    expect([2, 3]).toContain(attempt)
  }
  for (let round = 0; round < rounds; round++) {
    await Promise.all(all.map((one, number) => play(one, number + round)))
  }
  const servers = all.map(({ server }) => server)
  for (const { mostAtOnce } of servers) expect(mostAtOnce).toBeLessThanOrEqual(2)
  const seen = countSeen(servers, rounds * all.length)
  expect(seen).toMatchObject({ repeated: 0, 'not delivered': 0 })
  recordResult(seen)
})

/** Sends a byte every second and never completes the reply. */
const trickleEndlessly: Deed = (socket) => {
  const timer = setInterval(() => socket.write('2'), 1000)
  socket.on('close', () => clearInterval(timer))
}

test('a mail in which its server hangs, at any stage, delays no mail that was never refused', async () => {
  const start = async (stage: Stage, deed: Deed) => {
    const started = await startAt(stage, [], { busyAfterMs: 200 })
    started.server.script = { [stage]: deed }
    const id = await started.write()
    await expect.poll(() => started.server.reached).toContain(stage)
    started.server.script = {}
    return { ...started, id }
  }
  const all = await Promise.all([
    ...STAGES_WITHOUT_TLS.map((stage) => start(stage, hang)),
    start('end', trickleEndlessly),
  ])
  const quick = shortOrLong(2, 20)
  for (const { write } of all) for (let number = 0; number < quick; number++) await write()
  const takenBy = () => {
    for (const { gateway } of all) gateway.wake()
    return all.map(({ server }) => server.taken.length)
  }
  await expect.poll(takenBy).toEqual(all.map(() => quick))
  const outcomes = async () => {
    const attempts = await Promise.all(all.map(({ attemptsOf, id }) => attemptsOf(id)))
    return new Set(attempts.map(([first]) => first?.outcome ?? 'in flight'))
  }
  expect(await outcomes()).toEqual(new Set(['in flight']))
  for (const { server } of all) expect(server.mostAtOnce).toBeLessThanOrEqual(LANES)
  if (!isLong) return
  // Real time: 30 s without a greeting, 2 minutes of silence, 10 without an answer to a content.
  await expect.poll(outcomes, { interval: 1000 }).not.toContain('in flight')
  for (const { pass, quiet, row, id } of all) {
    pass(2 * MINUTE_MS)
    await quiet()
    expect(await row(id)).toMatchObject({ state: 'sent' })
  }
  const servers = all.map(({ server }) => server)
  const seen = countSeen(servers, all.length * (1 + quick))
  expect(seen).toMatchObject({ repeated: 0, 'not delivered': 0 })
  recordResult(seen)
})

test('a mail server that trickles its replies byte by byte gets the mail on the first attempt', async () => {
  const drip = { dripMs: shortOrLong(1, 100), extensions: ['SIZE 1000000'] }
  const { server, write, quiet, row } = await startDelivery({}, drip)
  const id = await write()
  await expect.poll(() => server.taken.length).toBe(1)
  await quiet()
  expect(await row(id)).toMatchObject({ state: 'sent', attempt: 1 })
  recordResult(countSeen([server], 1))
})

/** What only the owner can repair. */
const MISTAKES: [what: string, spoil: (server: MailServer) => void][] = [
  [
    'STARTTLS stripped from the greeting',
    ({ options }) => Object.assign(options, { extensions: ['AUTH PLAIN'] }),
  ],
  ['an expired certificate', ({ options }) => Object.assign(options, { certificate: 'expired' })],
  [
    'a certificate for another host name',
    ({ options }) => Object.assign(options, { certificate: 'another-name' }),
  ],
  ...Object.entries<Script>({
    'a wrong password': { login: say('535 5.7.8 Authentication failed') },
    'passwords that the server no longer takes': { login: say('550 5.7.30 Basic auth disabled') },
    'a sender that the server rejects': { sender: say('553 5.7.1 Sender address rejected') },
    'a sender that it rejects late': { recipient: say('553 5.7.1 Sender rejected') },
    'a relay that wants a login': { recipient: say('554 5.7.1 Relay access denied') },
  }).map(([what, script]): [string, (server: MailServer) => void] => [
    what,
    (server) => Object.assign(server, { script }),
  ]),
]

test.each(MISTAKES)(
  '%s sends no password in the clear, is reported, and costs no message after the repair',
  async (what, spoil) => {
    const { server, write, quiet, row, log, pass, ready } = await startWithLogin()
    spoil(server)
    const written = [await write(), await write()]
    await quiet()
    const isEncrypted = !/STARTTLS|certificate/.test(what)
    expect(server.reached.includes('login')).toBe(isEncrypted)
    for (const id of written) expect(await row(id)).toMatchObject({ state: 'queued' })
    expect(log.join('\n')).toMatch(/ (error transport paused|warn {2}message deferred) .*hint=/)
    expect(await ready()).toMatch(/^ready\n(warning: The mail server is paused .*\n)?$/)
    Object.assign(server, { options: { ...WITH_TLS }, script: {} })
    pass(LONGEST_PAUSE_MS)
    await quiet()
    expect(server.taken).toHaveLength(2)
    expect(await ready()).toBe('ready\n')
    for (const id of written) expect(await row(id)).toMatchObject({ state: 'sent' })
    recordResult(countSeen([server], 2))
  },
)

test('a mail leaves over TLS from its first byte, after a login with special characters', async () => {
  const server = await startOwnMailServer({ isSecure: true })
  const url = `smtps://name:${encodeURIComponent('p@ss/w:rd')}@localhost:${server.port}`
  const gateway = await startOwnGateway({ environment: mailSettings(url) })
  await postForm(gateway.url)
  await server.waitFor(1)
  expect(server.logins).toEqual([{ username: 'name', password: 'p@ss/w:rd', isSecure: true }])
})

test('messages from a one-day outage of the mail server are delivered when it is back', async () => {
  const { server, write, advance, quiet, gateway, row, attemptsOf, pass, began } =
    await startAt('greeting')
  server.script = { greeting: reset }
  const written: string[] = []
  for (let number = 0; number < shortOrLong(2, 100); number++) {
    written.push(await write())
    await quiet()
    pass(MINUTE_MS)
  }
  while (gateway.clock() < began + DAY_MS) await advance()
  server.script = {}
  const back = gateway.clock()
  while (await advance());
  let attempts = 0
  for (const id of written) {
    const { state, finished_at } = await row(id)
    expect(state).toBe('sent')
    expect((finished_at ?? 0) - back).toBeLessThanOrEqual(LONGEST_PAUSE_MS)
    attempts += (await attemptsOf(id)).length
  }
  // The transport is paused, and one of them tried every quarter of an hour.
  expect(attempts - written.length).toBeLessThanOrEqual(4 * 24 + 5)
  const seen = countSeen([server], written.length)
  expect(seen).toMatchObject({ repeated: 0, 'not delivered': 0 })
  recordResult(seen)
})

const PERSISTENT: [string, Stage, Deed][] = [
  ['refusing its sender', 'sender', say('553 5.7.1 Sender address rejected')],
  ['greylisting', 'recipient', say(450)],
  ['closing the connection after the final dot', 'end', reset],
  ['closing the connection within the mail', 'body', reset],
  ['answering 421', 'greeting', say(421)],
]

test.each(PERSISTENT.slice(0, shortOrLong(1, 5)))(
  'a mail server that keeps %s is retried for five days, then the message fails once, and leaves by retry',
  async (_, stage, deed) => {
    const { server, write, advance, gateway, row, attemptsOf, log, began, ...place } =
      await startAt(stage)
    server.script = { [stage]: deed }
    const id = await write()
    while (await advance());
    const { state, attempt, message_id_header } = await row(id)
    expect(state).toBe('failed')
    expect(gateway.clock() - began).toBeGreaterThan(5 * DAY_MS)
    expect(gateway.clock() - began).toBeLessThan(5 * DAY_MS + LONGEST_BACK_OFF_MS)
    expect(await attemptsOf(id)).toHaveLength(attempt)
    // A refused greeting pauses the transport, which probes every quarter of an hour.
    expect(attempt).toBeLessThan(stage === 'greeting' ? 500 : 45)
    const failed = () => log.filter((line) => line.includes(' error message failed'))
    await expect.poll(failed).toHaveLength(1)
    expect(new Set(server.ended)).toEqual(new Set(stage === 'end' ? [message_id_header] : []))
    server.script = {}
    const retry = await callMessages(['retry', '--all'], { DATA_DIR: place.folder })
    expect(retry).toMatchObject({ exitCode: 0 })
    place.pass(LONGEST_PAUSE_MS)
    gateway.wake()
    await expect.poll(() => server.taken).toEqual([message_id_header])
    recordResult({ attempts: attempt })
  },
)

/** The address of a server that is none of mail. */
async function addressOf(server: Server, scheme = 'smtp'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const saying = (greeting: string) => createServer((socket) => socket.write(`${greeting}\r\n`))
const web = () => createHttpServer({ headersTimeout: 100, connectionsCheckingInterval: 100 })

/** What an owner may set for the mail server. */
const WRONG: [what: string, wrong: (right: string) => Promise<Record<string, string>>][] = [
  ['a closed port', async () => smtpSettings('smtp://127.0.0.1:1')],
  ['a wrong host', async () => smtpSettings('smtps://nowhere.invalid')],
  ['TLS where there is none', async (right) => smtpSettings(right.replace('smtp:', 'smtps:'))],
  ['the port of a web server', async () => smtpSettings(await addressOf(web()))],
  ['the port of a web server, by TLS', async () => smtpSettings(await addressOf(web(), 'smtps'))],
  ['the port of SSH', async () => smtpSettings(await addressOf(saying('SSH-2.0-OpenSSH_9.2')))],
  ['the port of IMAP', async () => smtpSettings(await addressOf(saying('* OK IMAP4 ready')))],
  [
    'a consent that has expired',
    async (right) => {
      const tokens = await startTokens(EXPIRED_CONSENT)
      return { ...smtpSettings(right.replace('//', '//me@')), ...tokens }
    },
  ],
]

test.each(WRONG)(
  '%s is reported with the setting, and the next start with the right one delivers',
  async (_, wrong) => {
    const { server, mail } = await startOwnersMail()
    const first = await startTestGateway({ environment: { ...mail, ...(await wrong(server.url)) } })
    expect(await postForm(first.url)).toMatchObject({ status: 200 })
    await expect
      .poll(() => first.log.join('\n'))
      .toMatch(/ error transport .*hint=".*(SMTP_|OAUTH_REFRESH_TOKEN)/)
    await first.close()
    await startOwnGateway({ environment: { ...mail, ...smtpSettings(server.url) } })
    expect(await server.waitFor(1)).toHaveLength(1)
  },
)

test('without a mail server a message stays queued and says so, and is sent when one is set', async () => {
  const { server, mail } = await startOwnersMail()
  const { DATA_DIR } = mail
  const first = await startTestGateway({ environment: { DATA_DIR } })
  expect(await postForm(first.url)).toMatchObject({ status: 200 })
  await expect.poll(() => first.log.join('\n')).toMatch(/ warn +mail server missing .*SMTP_HOST/)
  const rows = first.gateway.store.db.selectFrom('messages').select(['state', 'attempt'])
  expect(await rows.execute()).toEqual([{ state: 'queued', attempt: 0 }])
  for (const command of ['list', 'show latest']) {
    const { out } = await callMessages(command.split(' '), { DATA_DIR })
    expect(out, command).toMatch(/queued[\s\S]*SMTP_HOST/)
  }
  const { out } = await runCommand(['doctor', '--json', '--send-test'], { DATA_DIR })
  const { findings } = JSON.parse(out)
  for (const [check, status] of [
    ['mail server', 'warning'],
    ['test mail', 'failed'],
  ])
    expect(findings).toContainEqual(expect.objectContaining({ check, status }))
  await first.close()
  await startOwnGateway({ environment: { ...mail, ...smtpSettings(server.url) } })
  await server.waitFor(1)
})
