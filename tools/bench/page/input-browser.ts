import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium } from '../../programs.ts'
import { CHROMIUM_FLAGS, CPU_SLOWDOWN } from './browser.ts'

// A minimal client of the Chrome DevTools Protocol. Playwright and Puppeteer enable the Runtime domain,
// and V8 then parses each script again that creates an error object (decision 37).

const DEVTOOLS_URL = /DevTools listening on (ws:\S+)/
const REMOVE_OPTIONS = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }

type Answer = { id: number; result: Record<string, unknown>; error?: { message: string } }
type Send = (method: string, params?: object, sessionId?: string) => Promise<Answer['result']>
export type Viewport = { width: number; height: number }
export type InputPage = Awaited<ReturnType<typeof openPage>>

/** Starts a browser with a new profile for one visit. */
export async function withInputBrowser<Result>(
  viewport: Viewport,
  visit: (page: InputPage) => Promise<Result>,
): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), 'reward-codes-visitor-'))
  // The window has the size of the page: an event counts until the next frame, and a change outside
  // the window causes none.
  const size = `--window-size=${viewport.width},${viewport.height}`
  const flags = ['--headless', size, '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const browser = spawn(findChromium(), [...CHROMIUM_FLAGS, ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(browser, 'exit')
  try {
    const { send, close } = await connect(await readUrl(browser))
    const result = await visit(await openPage(send, viewport))
    close()
    return result
  } finally {
    browser.kill()
    await ended
    rmSync(profile, REMOVE_OPTIONS)
  }
}

function readUrl(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: browser.stderr ?? process.stdin }).on('line', (line) => {
      const [, url] = DEVTOOLS_URL.exec(line) ?? []
      if (url) resolve(url)
    })
    browser.once('exit', (code) => reject(new Error(`The browser ended with ${code}.`)))
  })
}

async function connect(url: string) {
  const socket = new WebSocket(url)
  const pending = new Map<number, PromiseWithResolvers<Answer['result']>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error }: Answer = JSON.parse(String(data))
    if (error) pending.get(id)?.reject(new Error(error.message))
    else pending.get(id)?.resolve(result)
    pending.delete(id)
  })
  await once(socket, 'open')
  let lastId = 0
  const send: Send = (method, params = {}, sessionId) => {
    const answer = Promise.withResolvers<Answer['result']>()
    pending.set(++lastId, answer)
    socket.send(JSON.stringify({ id: lastId, method, params, sessionId }))
    return answer.promise
  }
  return { send, close: () => socket.close() }
}

async function openPage(browser: Send, viewport: Viewport) {
  const { targetId } = await browser('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await browser('Target.attachToTarget', { targetId, flatten: true })
  const send: Send = (method, params) => browser(method, params, String(sessionId))
  const metrics = { ...viewport, deviceScaleFactor: 1, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', metrics)
  await send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })
  const mouse = (type: string, x: number, y: number) => {
    const button = type === 'mouseMoved' ? {} : { button: 'left', buttons: 1, clickCount: 1 }
    return send('Input.dispatchMouseEvent', { type, x, y, ...button })
  }
  return {
    /** Resolves when the response begins to arrive. */
    goTo: (url: string) => send('Page.navigate', { url }),
    move: (x: number, y: number) => mouse('mouseMoved', x, y),
    press: (x: number, y: number) => mouse('mousePressed', x, y),
    release: (x: number, y: number) => mouse('mouseReleased', x, y),
    keyDown: (key: string) => send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
    keyUp: (key: string) => send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
    /** Calls a function in the page and awaits its result. */
    evaluate: async <Argument, Result>(
      call: (argument: Argument) => Result,
      argument?: Argument,
    ) => {
      const expression = `(${call})(${JSON.stringify(argument)})`
      const options = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', options)
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
      return (result as { value: Awaited<Result> }).value
    },
  }
}
