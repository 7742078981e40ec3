import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Programs } from './programs.ts'

export const BROWSERS = ['firefox', 'chromium'] as const
export type Browser = (typeof BROWSERS)[number]

const WINDOW = [1300, 900] as const
const POLL_MS = 50
/** After this long without speech, an act has been answered. */
const SILENCE_MS = 600
/** A machine that takes long for the first word takes as many times longer for the next one. */
const SILENCE_FACTOR = 3
const MAX_SILENCE_MS = 4000
const PATIENCE_MS = 60_000
/** An act without an answer for this long has none. */
const SPEECHLESS_MS = 15_000
/** Between the keys of a typed text. */
const TYPING_MS = '60'

const FIREFOX_PREFERENCES = {
  'accessibility.force_disabled': -1,
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtab.preload': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
}

/** Orca and a browser on an X display and a D-Bus session of their own. Orca's voice writes to a file. */
export class ScreenReader {
  #folder: string
  #file: string
  #environment: NodeJS.ProcessEnv
  #programs: Programs
  #read = 0
  #spoken: string[] = []
  #lastSpokenAt = 0

  private constructor(folder: string) {
    this.#folder = folder
    this.#file = join(folder, 'spoken.jsonl')
    this.#programs = new Programs(folder)
    this.#environment = {
      PATH: process.env.PATH,
      HOME: join(folder, 'home'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      LANG: 'C.UTF-8',
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: '1',
      TRANSCRIPT: this.#file,
    }
  }

  /** Starts Orca with its files in an empty folder, which `stop` removes. */
  static async start(folder: string): Promise<ScreenReader> {
    const reader = new ScreenReader(folder)
    const settings = join(folder, 'home/.local/share/orca')
    mkdirSync(settings, { recursive: true })
    mkdirSync(join(folder, 'run'), { mode: 0o700 })
    const own = 'orca-customizations.py'
    copyFileSync(join(import.meta.dirname, own), join(settings, own))
    try {
      await reader.#startSession()
      reader.#run('orca')
      await reader.hear(/Screen reader on/)
      return reader
    } catch (error) {
      await reader.stop()
      throw error
    }
  }

  /** Ends Orca, its browser and their session. */
  async stop() {
    await this.#programs.stop()
  }

  /** Opens a page in a window without toolbars. */
  open(browser: Browser, url: string) {
    const profile = join(this.#folder, 'profile')
    mkdirSync(profile)
    if (browser === 'chromium') {
      this.#run(process.env.CHROMIUM_WINDOW_PATH ?? 'chromium', [
        // Root may not use the sandbox; the transcripts load nothing but this project's own page.
        '--no-sandbox',
        // Without the bar that warns of that.
        '--test-type',
        '--disable-gpu',
        '--force-renderer-accessibility',
        '--no-first-run',
        '--no-default-browser-check',
        '--disable-background-networking',
        '--window-position=0,0',
        `--window-size=${WINDOW}`,
        `--user-data-dir=${profile}`,
        `--app=${url}`,
      ])
      return
    }
    const lines = Object.entries(FIREFOX_PREFERENCES).map(
      ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
    )
    writeFileSync(join(profile, 'user.js'), lines.join(''))
    this.#run(process.env.FIREFOX_PATH ?? 'firefox-esr', [
      ...['--profile', profile, '--no-remote', '--kiosk', url],
    ])
  }

  /**
   * Presses a key such as `Tab` or `ctrl+a` and returns what is spoken: until silence, or until something is
   * heard and then until silence.
   */
  async press(key: string, pattern?: RegExp): Promise<string[]> {
    await this.#finish('xdotool', ['key', '--clearmodifiers', key])
    if (pattern) return this.hear(pattern)
    return (await this.isHeard(/./, SPEECHLESS_MS)) ? this.hear(/./) : ['(nothing)']
  }

  /** Types a text. Orca sometimes repeats a letter that comes late; it is not noted. */
  async type(text: string) {
    await this.#finish('xdotool', ['type', '--delay', TYPING_MS, text])
    await sleep(SILENCE_MS)
    this.#listen()
    this.#spoken = []
  }

  /** Listens until something is spoken, and then until there is silence. */
  async hear(pattern: RegExp): Promise<string[]> {
    const startedAt = Date.now()
    if (!(await this.isHeard(pattern, PATIENCE_MS))) {
      throw new Error(`Not heard: ${pattern}. Heard: ${this.#spoken.join(' | ')}`)
    }
    const answerMs = this.#lastSpokenAt - startedAt
    const silence = Math.min(Math.max(SILENCE_MS, SILENCE_FACTOR * answerMs), MAX_SILENCE_MS)
    do await sleep(POLL_MS)
    while (this.#listen() && Date.now() - this.#lastSpokenAt < silence)
    return this.#spoken.splice(0)
  }

  /** Whether something is spoken before the time is over. */
  async isHeard(pattern: RegExp, ms: number): Promise<boolean> {
    const deadline = Date.now() + ms
    while (!this.#listen().some((line) => pattern.test(line))) {
      if (Date.now() > deadline) return false
      await sleep(POLL_MS)
    }
    return true
  }

  /** What has been spoken since the last call of `hear`. */
  #listen(): string[] {
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : ['']
    const fresh = lines.slice(this.#read, -1)
    if (fresh.length > 0) this.#lastSpokenAt = Date.now()
    this.#read += fresh.length
    this.#spoken.push(...fresh.map((line) => JSON.parse(line)))
    return this.#spoken
  }

  async #startSession() {
    const screen = `${WINDOW.join('x')}x24`
    const xvfb = process.env.XVFB_PATH ?? 'Xvfb'
    const displayArgs = ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp']
    this.#environment.DISPLAY = `:${await this.#runAndRead(xvfb, displayArgs)}`
    const busArgs = ['--session', '--nofork', '--print-address']
    this.#environment.DBUS_SESSION_BUS_ADDRESS = await this.#runAndRead('dbus-daemon', busArgs)
    // Without a window manager no window has the keyboard focus.
    this.#run('openbox')
    this.#run(process.env.AT_SPI_PATH ?? '/usr/libexec/at-spi-bus-launcher', [
      '--launch-immediately',
    ])
    for (const property of ['IsEnabled', 'ScreenReaderEnabled']) {
      await this.#finish('dbus-send', [
        ...['--session', '--print-reply', '--dest=org.a11y.Bus', '/org/a11y/bus'],
        'org.freedesktop.DBus.Properties.Set',
        ...['string:org.a11y.Status', `string:${property}`, 'variant:boolean:true'],
      ])
    }
  }

  #run(command: string, args: string[] = []) {
    this.#programs.start(command, args, this.#environment)
  }

  #runAndRead(command: string, args: string[]): Promise<string> {
    return this.#programs.startAndRead(command, args, this.#environment)
  }

  async #finish(command: string, args: string[]) {
    const program = spawn(command, args, { env: this.#environment, stdio: 'ignore' })
    const [code] = await once(program, 'exit')
    if (code !== 0) throw new Error(`${command} ${args.join(' ')}: exit code ${code}`)
  }
}
