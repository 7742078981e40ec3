import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/gateway/store/store.ts'
import { SEND_FORM_PATH } from '../../src/wire/paths.ts'
import { freshForm, postForm, startTestGateway } from '../fixtures/gateway.ts'

const START = join(import.meta.dirname, '../../src/cli/start.ts')
/** After so long whoever stops programs kills them. */
const LIMIT_MS = 10_000

const HALF_A_HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n'
const HALF_A_FORM = [
  `POST ${SEND_FORM_PATH} HTTP/1.1`,
  'Host: portfolio.test',
  'Origin: https://portfolio.test',
  'Content-Type: multipart/form-data; boundary=x',
  'Content-Length: 9999',
  '\r\n--x',
].join('\r\n')

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-stop-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Says something on a line of its own, until it has been read, and tells when that line ends. */
async function say(url: string, words: string) {
  const { hostname, port } = new URL(url)
  const line: Socket = connect(Number(port), hostname)
  // Being thrown out is what the tests are about.
  line.on('error', () => {})
  line.resume()
  onTestFinished(() => {
    line.destroy()
  })
  const ended = new Promise((resolve) => line.once('close', resolve))
  await new Promise((resolve) => line.write(words, resolve))
  // Whoever comes later is answered later: by now the words have been read.
  expect((await fetch(url)).status).toBe(404)
  return { line, ended }
}

/** `npm start`, and its address. */
async function startProgram() {
  const child = spawn(process.execPath, [START, '--only', 'gateway'], {
    env: { ...process.env, PORT: '0', OPERATE_PORT: '0', DATA_FOLDER: freshFolder() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  const url = () => /http:\/\/[\d.:]+/.exec(said)?.[0]
  await expect.poll(url, { timeout: 20_000 }).toBeDefined()
  return { child, url: url() ?? '' }
}

test.each([
  ['half a head', HALF_A_HEAD],
  ['half a form', HALF_A_FORM],
])('told to end, the program ends by itself although a line has sent %s', async (_, words) => {
  const { child, url } = await startProgram()
  await say(url, words)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([ended, rest(LIMIT_MS)])
  expect(child.exitCode).toBe(0)
})

test('who was read whole before a stop is answered, and what was answered is kept', async () => {
  let answer: ServerResponse | undefined
  const provider = createServer((_, response) => {
    answer = response
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  onTestFinished(() => {
    provider.close()
  })
  const dataFolder = freshFolder()
  const gateway = await startTestGateway({
    page: { captcha: 'turnstile' },
    environment: {
      DATA_FOLDER: dataFolder,
      TURNSTILE_SECRET: 'secret',
      CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    },
  })
  const half = await say(gateway.url, HALF_A_FORM)
  const reply = postForm(gateway.url, freshForm({ 'g-recaptcha-response': 'token' }))
  await expect.poll(() => answer).toBeDefined()
  const closed = gateway.close()
  await half.ended
  answer?.end('{"success":true,"hostname":"127.0.0.1"}')
  expect(await reply).toMatchObject({ status: 200, reason: 'accepted' })
  await closed
  const store = await openStore({ dataFolder })
  expect(await store.db.selectFrom('messages').select('state').execute()).toHaveLength(1)
  await store.close()
})

test('who finishes a request while the program ends is served like any other', async () => {
  const gateway = await startTestGateway()
  const { line, ended } = await say(gateway.url, HALF_A_HEAD)
  let heard = ''
  line.on('data', (chunk) => {
    heard += chunk
  })
  const closed = gateway.close()
  await expect.poll(() => fetch(gateway.url).then(Boolean, () => false)).toBe(false)
  line.write('\r\n')
  await ended
  await closed
  expect(heard).toMatch(/^HTTP\/1\.1 404 [\s\S]*connection: close[\s\S]*Not Found$/i)
})

test('a gateway that delivers no more still takes messages in, for the next start', async () => {
  const { url, gateway, close } = await startTestGateway()
  onTestFinished(close)
  await gateway.stop()
  expect(gateway.isDelivering()).toBe(false)
  expect(await postForm(url, freshForm())).toMatchObject({ status: 200, reason: 'accepted' })
  const rows = await gateway.store.db.selectFrom('messages').select(['state', 'attempt']).execute()
  expect(rows).toEqual([{ state: 'queued', attempt: 0 }])
})
