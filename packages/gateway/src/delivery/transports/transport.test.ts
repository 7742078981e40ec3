import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type MailServer,
  type Refusals,
  startMailServer,
  tlsFiles,
} from '../../../tests/fixtures/mail-server.ts'
import { classifyFailure } from './outcome.ts'
import { folderTransport, smtpTransport } from './transport.ts'

const MAIL = {
  from: 'portfolio@example.org',
  to: 'owner@example.org',
  subject: 'Zażółć',
  text: 'Hello',
  messageId: '<1@example.org>',
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
  return send(url, signal).then(
    () => ({ kind: 'sent', reply: '' }),
    (error) => classifyFailure(error),
  )
}

test('a mail arrives with its Message-ID', async () => {
  const server = await serve()
  expect((await send(server.url)).reply).toContain('accepted for delivery')
  const [{ mail }] = (await server.waitFor(1)) as [(typeof server.received)[0]]
  expect(mail).toMatchObject({ subject: 'Zażółć', messageId: '<1@example.org>', text: 'Hello\n' })
})

test('a mail that only some of its recipients may get is not sent', async () => {
  const server = await serve({
    onRcptTo: ({ address }, _, done) => {
      const code = { 'later@example.org': 450, 'never@example.org': 550 }[address]
      done(code ? Object.assign(new Error(`${code} no`), { responseCode: code }) : null)
    },
  })
  const kinds = await Promise.all(
    ['later@example.org', 'never@example.org'].map(async (cc) => {
      const transport = smtpTransport(server.url)
      onTestFinished(() => transport.close())
      const signal = new AbortController().signal
      return transport.send({ ...MAIL, cc }, '1', signal).then(
        () => 'sent',
        (error) => classifyFailure(error).kind,
      )
    }),
  )
  expect(kinds).toEqual(['passing', 'refused'])
})

const LATER: [Refusals, string][] = [
  [{ connect: 421 }, 'a greeting of 421'],
  [{ sender: 421 }, '421 to the sender'],
  [{ sender: 452 }, '452 to the sender'],
  [{ recipient: 450 }, '450 to the recipient, as in greylisting'],
  [{ data: 451 }, '451 after the mail'],
]
const FINAL: [Refusals, string][] = [
  [{ sender: 550 }, '550 to the sender'],
  [{ recipient: 550 }, '550 to the recipient'],
  [{ data: 554 }, '554 after the mail'],
]

describe('what the server says', () => {
  test.each(LATER)('%o may pass: %s', async (refusals) => {
    const server = await serve()
    server.refusals = refusals
    expect(await failure(server.url)).toMatchObject({ kind: 'passing' })
  })

  test.each(FINAL)('%o is final: %s', async (refusals) => {
    const server = await serve()
    server.refusals = refusals
    expect(await failure(server.url)).toMatchObject({
      kind: 'refused',
      reply: expect.stringContaining(String(Object.values(refusals)[0])),
    })
  })

  test.each([
    [535, 'owner'],
    [534, 'owner'],
    [530, 'owner'],
    [454, 'passing'],
  ])('%i at the login is no fault of the mail: %s', async (code, kind) => {
    const server = await serve()
    server.refusals = { login: code }
    const url = server.url.replace('//', '//name:wrong@')
    expect(await failure(url)).toMatchObject({ kind })
  })

  test('a greeting of 554 is the owner’s to mend', async () => {
    const server = await serve()
    server.refusals = { connect: 554 }
    expect(await failure(server.url)).toMatchObject({ kind: 'owner' })
  })
})

describe('what happens on the line', () => {
  async function scripted(talk: (socket: Socket) => void) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      talk(socket)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
    })
    const address = server.address()
    return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  /** Says yes to everything, up to the line that is given to `at`. */
  const agreeable = (at: (line: string, socket: Socket) => boolean) => (socket: Socket) => {
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

  test('nobody there may pass', async () => {
    expect(await failure('smtp://127.0.0.1:1')).toMatchObject({ kind: 'passing' })
  })

  test('a name that leads nowhere may pass', async () => {
    expect(await failure('smtps://nowhere.invalid')).toMatchObject({ kind: 'passing' })
  })

  test('a line that breaks within the mail may pass', async () => {
    const url = await scripted(
      agreeable((line, socket) => line.startsWith('Subject') && Boolean(socket.resetAndDestroy())),
    )
    expect(await failure(url)).toMatchObject({ kind: 'passing' })
  })

  test('a line that breaks after the last dot may pass: nobody knows, so it is sent again', async () => {
    const url = await scripted(
      agreeable((line, socket) => line === '.' && Boolean(socket.destroy())),
    )
    expect(await failure(url)).toMatchObject({ kind: 'passing' })
  })

  test('a server that falls silent is left when the time is over', async () => {
    const url = await scripted(agreeable((line) => line === 'DATA'))
    expect(await failure(url, AbortSignal.timeout(300))).toMatchObject({ kind: 'passing' })
  })

  test('a server that talks nonsense is no fault of the mail', async () => {
    const url = await scripted((socket) => socket.write('hello?\r\n'))
    expect((await failure(url)).kind).not.toBe('refused')
  })
})

test('a certificate that does not hold is the owner’s to mend, and no mail goes out', async () => {
  const server = await serve({ secure: true, ...tlsFiles() })
  const url = server.url.replace('smtp:', 'smtps:')
  expect(await failure(url)).toMatchObject({ kind: 'owner' })
  expect(server.received).toEqual([])
})

test('without a mail server, mails are whole files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { reply } = await folderTransport(folder).send(MAIL, 'abc', new AbortController().signal)
  expect(reply).toBe(`Written to ${join(folder, 'abc.eml')}`)
  expect(readdirSync(folder)).toEqual(['abc.eml'])
  const mail = await PostalMime.parse(readFileSync(join(folder, 'abc.eml')))
  expect(mail).toMatchObject({ subject: 'Zażółć', messageId: '<1@example.org>' })
})
