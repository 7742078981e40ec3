import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START_TIMEOUT_MS = 20_000
const END_TIMEOUT_MS = 3000
const CALL_TIMEOUT_MS = 30_000

type Reply = { id?: number; result?: Record<string, unknown>; error?: { message: string } }

/** A Chromium without a window, controlled by its DevTools protocol. */
export type Chromium = {
  /** Calls a method, in the page with this session if there is one. */
  call: (method: string, params?: object, session?: string) => Promise<Record<string, unknown>>
  close: () => Promise<void>
}

export async function startChromium(program: string, flags: string[]): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'reward-codes-chromium-'))
  const child = spawn(
    program,
    [
      ...['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
      ...flags,
      // Chromium refuses to run as root in its sandbox. The pages are the owner's.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  // Not `close`: processes of Chromium may keep the pipe open for longer.
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.on('error', () => resolve())
  })
  const close = async () => {
    child.kill()
    const timer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS)
    await ended
    clearTimeout(timer)
    child.stderr.destroy()
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const address = new Promise<string>((resolve, reject) => {
      let output = ''
      child.on('error', reject)
      child.on('exit', () => reject(new Error(output.trim() || 'It ended.')))
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        const [, url] = /DevTools listening on (ws:\S+)/.exec(output) ?? []
        if (url) resolve(url)
      })
    })
    const call = await connect(await withTimeout(address, START_TIMEOUT_MS))
    const quit = async () => {
      // Ends its other processes, too. Until then, they write into the profile.
      await call('Browser.close').catch(() => {})
      await withTimeout(ended, END_TIMEOUT_MS).catch(() => {})
      await close()
    }
    return { call, close: quit }
  } catch (error) {
    await close()
    throw error
  }
}

async function connect(url: string): Promise<Chromium['call']> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply: Reply = JSON.parse(String(data))
    waiting.get(reply.id ?? 0)?.(reply)
    waiting.delete(reply.id ?? 0)
  })
  socket.addEventListener('close', () => {
    for (const end of waiting.values()) end({ error: { message: 'It ended.' } })
  })
  await withTimeout(
    new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('error', () => reject(new Error('It accepts no connection.')))
    }),
    START_TIMEOUT_MS,
  )
  let last = 0
  return async (method, params = {}, sessionId) => {
    last += 1
    const id = last
    const reply = new Promise<Reply>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { result = {}, error } = await withTimeout(reply, CALL_TIMEOUT_MS)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

function withTimeout<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not answer in ${ms / 1000} s.`)), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
