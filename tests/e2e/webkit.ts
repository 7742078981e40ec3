import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from '@playwright/test'
import { freePort } from '../fixtures/processes.ts'
import { WebDriverWindow } from '../fixtures/webdriver.ts'

const WINDOW = join(import.meta.dirname, '../fixtures/webkit-window.py')
const SCREEN = '1600x1200x24'

export type WindowOptions = { width: number; height?: number; args?: string[] }

/** WebKitGTK on its own X display. Its driver supports one window at a time. */
export class WebKit {
  /** Console errors and warnings of the pages. */
  faults: string[] = []
  #programs: ChildProcess[] = []
  #driver = ''

  async start() {
    const screen = spawn(
      process.env.XVFB_PATH ?? 'Xvfb',
      ['-displayfd', '1', '-screen', '0', SCREEN],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    this.#programs.push(screen)
    const [display] = await once(createInterface({ input: screen.stdout }), 'line')
    const port = await freePort()
    const driver = spawn(process.env.WEBKIT_DRIVER_PATH ?? 'WebKitWebDriver', [`--port=${port}`], {
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

  async open({ width, height = 800, args = [] }: WindowOptions): Promise<WebDriverWindow> {
    const window = await WebDriverWindow.open(this.#driver, {
      'webkitgtk:browserOptions': { binary: WINDOW, args },
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
  await expect.poll(() => window.evaluate(is, ...args), { message: String(is) }).toBe(true)
}
