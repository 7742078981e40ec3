import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import {
  type MailServer,
  type Refusals,
  startMailServer,
  tlsFiles,
} from 'test-fixtures/mail-server.ts'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { classifyFailure, isExposed, isOnThisMachine, parseMailServer } from '../smtp.ts'
import { isOfTransport } from '../transport.ts'
import { smtpTransport } from './smtp.ts'

const MAIL = {
  from: 'portfolio@example.org',
  to: 'owner@example.org',
  subject: 'Zażółć',
  text: 'Hello',
  messageId: '<1@example.org>',
  envelope: { from: 'portfolio@example.org', to: ['owner@example.org'] },
}

const open: MailServer[] = []
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())))

async function serve(...options: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...options)
  open.push(server)
  return server
}

async function send(url: string, signal = new AbortController().signal) {
  const transport = smtpTransport(url)
  onTestFinished(() => transport.close())
  return transport.send(MAIL, '1', signal)
}

async function failure(url: string, signal?: AbortSignal) {
  const handover = await send(url, signal).catch(classifyFailure)
  if (handover.kind === 'sent') throw new Error('The mail was sent.')
  return handover
}

test('a mail arrives with its Message-ID', async () => {
  const server = await serve()
  expect((await send(server.url)).reply).toContain('accepted for delivery')
  const [{ mail }] = (await server.waitFor(1)) as [(typeof server.received)[0]]
  expect(mail).toMatchObject({ subject: 'Zażółć', messageId: '<1@example.org>', text: 'Hello\n' })
})

test('a partly rejected mail returns the rejected recipients and why', async () => {
  const server = await serve({
    onRcptTo: ({ address }, _, done) => {
      const code = { 'later@example.org': 450, 'never@example.org': 550 }[address]
      done(code ? Object.assign(new Error(`${code} no`), { responseCode: code }) : null)
    },
  })
  const transport = smtpTransport(server.url)
  onTestFinished(() => transport.close())
  const to = ['owner@example.org', 'later@example.org', 'never@example.org']
  const mail = { ...MAIL, envelope: { ...MAIL.envelope, to } }
  const { reply, refusals } = await transport.send(mail, '1', new AbortController().signal)
  expect(reply).toContain('accepted for delivery')
  expect(refusals).toMatchObject([
    { address: 'later@example.org', kind: 'deferred' },
    { address: 'never@example.org', kind: 'rejected' },
  ])
  expect(server.received.map(({ to }) => to)).toEqual([['owner@example.org']])
})

test('a password that a server repeats in its responses is redacted', async () => {
  const refuse = (code: number) =>
    Object.assign(new Error('sent by p@ss-word'), { responseCode: code })
  const server = await serve({
    onRcptTo: ({ address }, _, done) => done(address.startsWith('no') ? refuse(550) : null),
  })
  const url = server.url.replace('://', '://me:p%40ss-word@')
  const transport = smtpTransport(url)
  onTestFinished(() => transport.close())
  const send = (to: string[]) => {
    const mail = { ...MAIL, envelope: { ...MAIL.envelope, to } }
    return transport.send(mail, '1', new AbortController().signal)
  }
  const { refusals = [] } = await send(['owner@example.org', 'no@example.org'])
  expect(refusals).toMatchObject([{ address: 'no@example.org' }])
  expect(refusals[0]?.reply).toContain('550 sent by ***')
  const refused = await send(['no@example.org'])
  expect(refused).toMatchObject({ kind: 'rejected' })
  expect(refused.reply).toContain('550 sent by ***')
  expect(JSON.stringify(refused)).not.toContain('p@ss')
})

test.each([
  ['127.0.0.1', true],
  ['127.0.0.2', true],
  ['127.8.9.10', true],
  ['127.1', true],
  ['[::1]', true],
  ['[0:0:0:0:0:0:0:1]', true],
  ['[::ffff:127.0.0.3]', true],
  ['localhost', true],
  ['LOCALHOST', true],
  ['relay.localhost', true],
  ['127.0.0.1.example.org', false],
  ['128.0.0.1', false],
  ['10.127.0.1', false],
  ['[::ffff:128.0.0.1]', false],
  ['[2001:db8::1]', false],
  ['localhost.example.org', false],
  ['notlocalhost', false],
  ['postfix', false],
])('for the host %s, whether it is on this machine is %s', (host, expected) => {
  expect(isOnThisMachine(new URL(`smtp://${host}:25`))).toBe(expected)
})

test('a relay without TLS on any loopback address accepts a mail', async () => {
  const server = await serve({ disabledCommands: ['STARTTLS'] })
  // The server listens at 127.0.0.1 only. This proxy forwards from another loopback address.
  const relay = createServer((socket) => {
    const upstream = connect(server.port, '127.0.0.1')
    socket.pipe(upstream).pipe(socket)
    for (const end of [socket, upstream]) end.on('error', () => {})
  }).listen(0, '127.0.0.2')
  await once(relay, 'listening')
  onTestFinished(() => {
    relay.close()
  })
  const { port } = relay.address() as AddressInfo
  expect((await send(`smtp://127.0.0.2:${port}`)).reply).toContain('accepted for delivery')
})

const RESPONSES: [Refusals, kind: string, pauses: boolean][] = [
  [{ connect: 421 }, 'deferred', true],
  [{ connect: 554 }, 'misconfigured', true],
  [{ login: 454 }, 'deferred', true],
  [{ login: 530 }, 'misconfigured', true],
  [{ login: 534 }, 'misconfigured', true],
  [{ login: 535 }, 'misconfigured', true],
  [{ sender: 421 }, 'deferred', false],
  [{ sender: 452 }, 'deferred', false],
  [{ sender: 550 }, 'misconfigured', true],
  // As in greylisting.
  [{ recipient: 450 }, 'deferred', false],
  [{ recipient: 530 }, 'misconfigured', true],
  [{ recipient: 550 }, 'rejected', false],
  [{ data: 451 }, 'deferred', false],
  [{ data: 554 }, 'misconfigured', false],
]

test.each(RESPONSES)(
  'the response %o makes a mail %s, a pause: %s',
  async (refusals, kind, pauses) => {
    const server = await serve()
    server.refusals = refusals
    const result = await failure(server.url.replace('//', '//name:wrong@'))
    expect(result).toMatchObject({
      kind,
      reply: expect.stringContaining(String(Object.values(refusals)[0])),
    })
    expect(isOfTransport(result)).toBe(pauses)
  },
)

describe('connection failures', () => {
  async function scripted(onConnection: (socket: Socket) => void) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      onConnection(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
    })
    const address = server.address()
    return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  /** Accepts every line until `at` returns true. */
  const acceptUntil = (at: (line: string, socket: Socket) => boolean) => (socket: Socket) => {
    let isData = false
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (at(line, socket)) return
        if (isData && line !== '.') continue
        isData = line === 'DATA'
        socket.write(isData ? '354 go on\r\n' : '250 yes\r\n')
      }
    })
  }

  test('a refused connection is deferred, and nothing was sent', async () => {
    const result = { kind: 'deferred', isUnreachable: true, isUnknown: false }
    expect(await failure('smtp://127.0.0.1:1')).toMatchObject(result)
  })

  test('an unresolvable host name is deferred, and nothing was sent', async () => {
    const result = { kind: 'deferred', isUnreachable: true, isUnknown: false }
    expect(await failure('smtps://nowhere.invalid')).toMatchObject(result)
  })

  test('a connection reset within the mail is deferred', async () => {
    const url = await scripted(
      acceptUntil(
        (line, socket) => line.startsWith('Subject') && Boolean(socket.resetAndDestroy()),
      ),
    )
    expect(await failure(url)).toMatchObject({ kind: 'deferred' })
  })

  test('a connection closed after the final dot is deferred: the outcome is unknown, so the mail is sent again', async () => {
    const url = await scripted(
      acceptUntil((line, socket) => line === '.' && Boolean(socket.destroy())),
    )
    expect(await failure(url)).toMatchObject({ kind: 'deferred', isUnknown: true })
  })

  test('an unresponsive server is abandoned at the timeout', async () => {
    const url = await scripted(acceptUntil((line) => line === 'DATA'))
    expect(await failure(url, AbortSignal.timeout(300))).toMatchObject({ kind: 'deferred' })
  })

  test('a server that does not speak SMTP does not fail the mail', async () => {
    const url = await scripted((socket) => socket.write('hello?\r\n'))
    expect((await failure(url)).kind).not.toBe('rejected')
  })
})

test('an invalid certificate is a configuration error, and no mail is sent', async () => {
  const server = await serve({ secure: true, ...tlsFiles() })
  const url = server.url.replace('smtp:', 'smtps:')
  expect(await failure(url)).toMatchObject({ kind: 'misconfigured' })
  expect(server.received).toEqual([])
})

test.each([
  ['smtp://relay:25?tls=none', false],
  ['smtp://10.0.0.5?tls=none', false],
  ['smtp://[fd00::1]?tls=none', false],
  ['smtp://mail.example.com?tls=none', true],
  ['smtp://203.0.113.5?tls=none', true],
  ['smtp://mail.example.com', false],
])('%s without TLS is exposed: %s', (url, exposed) => {
  expect(isExposed(url)).toBe(exposed)
  expect(parseMailServer(url).isClear).toBe(url.includes('tls=none'))
})
