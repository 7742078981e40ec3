import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from '@playwright/test'
import { findProgram } from '../../tools/programs.ts'
import { freePort } from '../fixtures/processes.ts'

const WINDOW = join(import.meta.dirname, 'webkit-window.py')
const SCREEN = '1600x1200x24'

export type WindowOptions = {
  width: number
  height?: number
  args?: string[]
  /** With `none`, no command waits for the load event, which a script that a test holds back delays. */
  pageLoadStrategy?: 'normal' | 'none'
}

/** WebKitGTK on its own X display. Its driver supports one window at a time. */
export class WebKit {
  /** Console errors and warnings of the pages. */
  faults: string[] = []
  #programs: ChildProcess[] = []
  #driver = ''

  async start() {
    const screen = spawn(
      findProgram('XVFB_PATH') ?? '',
      ['-displayfd', '1', '-screen', '0', SCREEN],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    this.#programs.push(screen)
    const [display] = await once(createInterface({ input: screen.stdout }), 'line')
    const port = await freePort()
    const driver = spawn(findProgram('WEBKIT_DRIVER_PATH') ?? '', [`--port=${port}`], {
      env: { ...process.env, DISPLAY: `:${display}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#programs.push(driver)
    createInterface({ input: driver.stdout }).on('line', (line) => {
      if (/CONSOLE \w+ (?:ERROR|WARN)/.test(line)) this.faults.push(line)
    })
    this.#driver = `http://127.0.0.1:${port}`
    await expect
      .poll(() =>
        fetch(`${this.#driver}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true)
  }

  async stop() {
    for (const program of this.#programs.reverse()) {
      program.kill()
      await once(program, 'exit')
    }
  }

  async open(options: WindowOptions): Promise<WebDriverWindow> {
    const { width, height = 800, args = [], pageLoadStrategy = 'normal' } = options
    const window = await WebDriverWindow.open(this.#driver, {
      'webkitgtk:browserOptions': { binary: WINDOW, args },
      pageLoadStrategy,
    })
    await window.resize(width, height)
    await until(window, (wanted) => innerWidth === wanted, width)
    return window
  }
}

/** Polls a predicate in the page until it is true. */
export async function until<Parameters extends unknown[]>(
  window: WebDriverWindow,
  is: (...parameters: Parameters) => boolean,
  ...args: Parameters
) {
  const evaluate = () =>
    window.evaluate(is, ...args).catch((error: Error) => {
      // The driver says so of a script whose document another one replaces.
      if (error.message.includes('Could not parse script result')) return false
      throw error
    })
  await expect.poll(evaluate, { message: String(is) }).toBe(true)
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

type Action = { type: string; [setting: string]: unknown }

/** One browser window, driven over the W3C WebDriver protocol. */
export class WebDriverWindow {
  #session: string

  private constructor(session: string) {
    this.#session = session
  }

  static async open(driver: string, capabilities: object): Promise<WebDriverWindow> {
    const { sessionId } = await call<{ sessionId: string }>('POST', `${driver}/session`, {
      capabilities: { alwaysMatch: capabilities },
    })
    return new WebDriverWindow(`${driver}/session/${sessionId}`)
  }

  goto = (url: string) => this.#call('POST', '/url', { url })
  reload = () => this.#call('POST', '/refresh', {})
  back = () => this.#call('POST', '/back', {})
  /** WebKitGTK's driver closes the window, then reports that the window is missing. */
  close = () =>
    this.#call('DELETE', '').catch((error: Error) => {
      if (!error.message.startsWith('no such window')) throw error
    })

  resize = (width: number, height: number) =>
    this.#call('POST', '/window/rect', { x: 0, y: 0, width, height })

  evaluate<Parameters extends unknown[], Result>(
    run: (...parameters: Parameters) => Result,
    ...args: Parameters
  ): Promise<Awaited<Result>> {
    const script = `return (${run}).apply(null, arguments)`
    return this.#call('POST', '/execute/sync', { script, args })
  }

  /**
   * A WebDriver click, which clicks the center of the element. It scrolls the element into view first, but does
   * not wait until the smooth scrolling of the page has ended.
   */
  async click(selector: string) {
    await this.evaluate((wanted) => {
      document.querySelector(wanted)?.scrollIntoView({ block: 'center', behavior: 'instant' })
    }, selector)
    await this.#call('POST', `/element/${await this.#find(selector)}/click`, {})
  }

  /** Focuses a field and types into it. */
  async type(selector: string, text: string) {
    await this.#call('POST', `/element/${await this.#find(selector)}/value`, { text })
  }

  async press(key: string) {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }))
    await this.#call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** A mouse click at window coordinates, held for `holdMs` like a real click. */
  pressMouse = (x: number, y: number, holdMs = 60) =>
    this.#point([
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: holdMs },
      { type: 'pointerUp', button: 0 },
    ])

  #point(actions: Action[]) {
    const parameters = { pointerType: 'mouse' }
    return this.#call('POST', '/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters, actions }],
    })
  }

  async #find(selector: string): Promise<string> {
    const body = { using: 'css selector', value: selector }
    const found = await this.#call<Record<string, string>>('POST', '/element', body)
    return found[ELEMENT] ?? ''
  }

  #call<Value>(method: string, path: string, body?: object): Promise<Value> {
    return call(method, this.#session + path, body)
  }
}

async function call<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: Value & { error: string; message: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}
