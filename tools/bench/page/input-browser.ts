import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium } from '../find-browsers.ts'
import { FLAGS } from './browser.ts'
import { SLOWER } from './slow-visitor.ts'

// A browser that is told what to press and is not watched otherwise. What drives tests has it report all
// that its scripts do, and for that it parses each again that makes an error object (decision 37).

const ADDRESS = /DevTools listening on (ws:\S+)/
const REMOVING = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }

type Answer = { id: number; result: Record<string, unknown>; error?: { message: string } }
type Send = (method: string, params?: object, sessionId?: string) => Promise<Answer['result']>
export type Size = { width: number; height: number }
export type Visit = Awaited<ReturnType<typeof openPage>>

/** A browser of its own for one visit, as a visitor's first. */
export async function visitUnwatched<Result>(
  size: Size,
  visit: (page: Visit) => Promise<Result>,
): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), 'reward-codes-visitor-'))
  // A window as large as the page: what changes outside it is never drawn, and never counts as answered.
  const window = `--window-size=${size.width},${size.height}`
  const own = ['--headless', window, '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const browser = spawn(findChromium(), [...FLAGS, ...own], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(browser, 'exit')
  try {
    const { send, close } = await connect(await readAddress(browser))
    const result = await visit(await openPage(send, size))
    close()
    return result
  } finally {
    browser.kill()
    await ended
    rmSync(profile, REMOVING)
  }
}

function readAddress(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!browser.stderr) return reject(new Error('The browser cannot be heard.'))
    createInterface({ input: browser.stderr }).on('line', (line) => {
      const [, address] = ADDRESS.exec(line) ?? []
      if (address) resolve(address)
    })
    browser.once('exit', (code) => reject(new Error(`The browser ended with ${code}.`)))
  })
}

async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<Answer['result']>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error }: Answer = JSON.parse(String(data))
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  })
  await once(socket, 'open')
  let last = 0
  const send: Send = (method, params = {}, sessionId) => {
    const answer = Promise.withResolvers<Answer['result']>()
    waiting.set(++last, answer)
    socket.send(JSON.stringify({ id: last, method, params, sessionId }))
    return answer.promise
  }
  return { send, close: () => socket.close() }
}

async function openPage(browser: Send, size: Size) {
  const { targetId } = await browser('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await browser('Target.attachToTarget', { targetId, flatten: true })
  const send: Send = (method, params) => browser(method, params, String(sessionId))
  const metrics = { ...size, deviceScaleFactor: 1, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', metrics)
  await send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })
  const mouse = (type: string, x: number, y: number) => {
    const isPress = type !== 'mouseMoved'
    const how = isPress ? { button: 'left', buttons: 1, clickCount: 1 } : {}
    return send('Input.dispatchMouseEvent', { type, x, y, ...how })
  }
  return {
    /** Until the page begins to come. */
    goTo: (url: string) => send('Page.navigate', { url }),
    move: (x: number, y: number) => mouse('mouseMoved', x, y),
    press: (x: number, y: number) => mouse('mousePressed', x, y),
    release: (x: number, y: number) => mouse('mouseReleased', x, y),
    keyDown: (key: string) => send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
    keyUp: (key: string) => send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
    /** What a function gives in the page, also a promised one. */
    ask: async <Given, Result>(question: (given: Given) => Result, given?: Given) => {
      const expression = `(${question})(${JSON.stringify(given)})`
      const how = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', how)
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
      return (result as { value: Awaited<Result> }).value
    },
  }
}
