import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { findProgram } from '../../tools/programs.ts'
import { MockGateway } from '../fixtures/mock-gateway.ts'
import { freePort } from '../fixtures/processes.ts'
import { type Driver, JOURNEYS } from './journeys.ts'
import { HYDRATED, STYLED, siteOf } from './site.ts'

const WINDOW = join(import.meta.dirname, 'webkit-window.py')
const SCREEN = '1600x1200x24'

type WindowOptions = { width: number; args?: string[] }

/** WebKitGTK on its own X display. Its driver supports one window at a time. */
class WebKit {
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
      if (program.exitCode !== null || program.signalCode !== null) continue
      program.kill()
      await once(program, 'exit')
    }
  }

  async open(options: WindowOptions): Promise<WebDriverWindow> {
    const { width, args = [] } = options
    const window = await WebDriverWindow.open(this.#driver, {
      'webkitgtk:browserOptions': { binary: WINDOW, args },
    })
    await window.resize(width, 800)
    await until(window, (wanted) => innerWidth === wanted, width)
    return window
  }
}

/** Polls a predicate in the page until it is true, also while another document replaces that of the page. */
async function until<Parameters extends unknown[]>(
  window: WebDriverWindow,
  is: (...parameters: Parameters) => boolean,
  ...args: Parameters
) {
  await expect(async () => {
    expect(await window.evaluate(is, ...args), String(is)).toBe(true)
  }).toPass({ timeout: 20_000 })
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** One browser window, driven over the W3C WebDriver protocol. */
class WebDriverWindow {
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

  /** Focuses a field and types into it. */
  async type(selector: string, text: string) {
    await this.#call('POST', `/element/${await this.#find(selector)}/value`, { text })
  }

  async press(key: string) {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }))
    await this.#call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** A mouse click at window coordinates, held like a real click. */
  pressMouse(x: number, y: number) {
    const actions = [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: 60 },
      { type: 'pointerUp', button: 0 },
    ]
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }
    return this.#call('POST', '/actions', { actions: [{ ...mouse, actions }] })
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

// WebKitGTK is Safari's engine on Linux. Its driver supports mouse and keyboard, but no touch.

// Serial: the driver supports one window at a time.
test.describe.configure({ mode: 'default' })

/** WebDriver's codes for keys. */
const TAB = '\uE004'

const webkit = new WebKit()
let gateway: MockGateway
let window: WebDriverWindow

test.beforeAll(async () => {
  await webkit.start()
  gateway = await new MockGateway(siteOf()).start()
})

test.afterAll(async () => {
  await gateway.stop()
  await webkit.stop()
})

test.beforeEach(() => {
  webkit.faults = []
})

test.afterEach(async () => {
  await window.close()
  expect(webkit.faults).toEqual([])
})

test('the page is complete, without console errors and without overflow', async () => {
  await open({ width: 320 })
  await goto()
  for (const width of [320, 768, 1280]) {
    await window.resize(width, 800)
    await until(window, (wanted) => innerWidth === wanted, width)
    const { overflow, headings, underline } = await window.evaluate(() => ({
      overflow: document.documentElement.scrollWidth - innerWidth,
      underline: getComputedStyle(document.querySelector('footer a') ?? document.body)
        .textDecorationLine,
      headings: document.querySelectorAll('h2').length,
    }))
    expect(overflow).toBeLessThanOrEqual(0)
    expect(headings).toBe(5)
    expect(underline).toBe('underline')
  }
  // WebKit does not erase what the typed line paints outside of its letters.
  const { carets, outside } = await window.evaluate(() => {
    const styles = [...document.querySelectorAll('h1 [data-phrase], h1 [data-phrase] *')].flatMap(
      (element) => ['', '::before', '::after'].map((part) => getComputedStyle(element, part)),
    )
    return {
      carets: styles.filter(({ backgroundImage }) => backgroundImage !== 'none').length,
      outside: styles.filter(
        ({ borderImageSource, boxShadow, outlineStyle }) =>
          borderImageSource !== 'none' || boxShadow !== 'none' || outlineStyle !== 'none',
      ).length,
    }
  })
  expect(carets).toBeGreaterThan(0)
  expect(outside).toBe(0)
})

test('a drawing, which WebKitGTK shows in its light colours, is dimmed on a dark page', async () => {
  await open({ width: 1280 })
  await goto()
  await until(window, (wanted) => document.querySelector(wanted) !== null, STYLED)
  const filterOf = (theme: string) =>
    window.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
      return getComputedStyle(document.querySelector('main img[src$=".svg"]') ?? document.body)
        .filter
    }, theme)
  expect(await filterOf('dark')).toBe('brightness(0.88)')
  expect(await filterOf('light')).toBe('none')
})

for (const [what, journey] of Object.entries(JOURNEYS)) {
  test(what, async () => {
    await open({ width: 390 })
    await journey(driver, gateway)
  })
}

test('keyboard focus is outlined, also after a resize', async () => {
  await open({ width: 1280 })
  await goto()
  await window.press(TAB)
  await expect.poll(outlineOfFocus).toEqual(['Skip to content', 'solid'])
  await window.resize(390, 800)
  await until(window, (wanted) => innerWidth === wanted, 390)
  await window.press(TAB)
  await expect.poll(outlineOfFocus).toEqual(['Reward Codes', 'solid'])
})

test('without scripts the menu closes on a link, and the browser submits the form', async () => {
  await open({ width: 390, args: ['--no-scripts'] })
  gateway.checksCaptcha = false
  await window.goto(gateway.url)
  for (const id of ['resume', 'contact']) {
    await press('header button[popovertarget]')
    await shown('nav')
    await press(`nav a[href="#${id}"]`)
    await until(window, () => !document.querySelector('nav')?.checkVisibility())
    await until(
      window,
      (wanted) =>
        Math.abs((document.getElementById(wanted)?.getBoundingClientRect().top ?? 0) - 64) < 1,
      id,
    )
  }
  await press('header button[popovertarget]')
  await shown('nav')
  await press('header button[popovertarget]')
  await until(window, () => !document.querySelector('nav')?.checkVisibility())
  await window.type('[name="user_name"]', 'Eva')
  await window.type('[name="user_email"]', 'eva@example.com')
  await press('#contact button[type="submit"]')
  await until(window, () => location.pathname.endsWith('/send-form'))
  expect(gateway.received.at(-1)?.fields).toMatchObject({ user_name: ['Eva'] })
})

/** Drives the window that is open. */
const driver: Driver = {
  goto: (url) => window.goto(url),
  reload: () => window.reload(),
  back: () => window.back(),
  keepsPages: true,
  resize: async (width) => {
    await window.resize(width, 800)
    await until(window, (wanted) => innerWidth === wanted, width)
  },
  evaluate: (run, argument = '') =>
    window.evaluate(run, argument) as Promise<ReturnType<typeof run>>,
  press,
  type: (selector, text) => window.type(selector, text),
}

async function open(options: WindowOptions) {
  window = await webkit.open(options)
}

/** Opens the site and waits until React has hydrated it. */
async function goto() {
  await window.goto(gateway.url)
  await hydrated()
}

function hydrated() {
  return shown(HYDRATED)
}

function shown(selector: string) {
  return until(
    window,
    (wanted) => document.querySelector(wanted)?.checkVisibility() === true,
    selector,
  )
}

function outlineOfFocus() {
  return window.evaluate(() => {
    const element = document.activeElement ?? document.body
    return [element.textContent, getComputedStyle(element).outlineStyle]
  })
}

/** A click held for a moment, so that the layout can shift under the pointer. */
async function press(selector: string) {
  const [x, y] = await window.evaluate((wanted) => {
    const element = document.querySelector(wanted)
    element?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const box = element?.getBoundingClientRect() ?? new DOMRect()
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }, selector)
  await window.pressMouse(x, y)
}
