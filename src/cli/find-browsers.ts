import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

type Browser = {
  name: string
  /** Where it may stand: names on the PATH, and full paths. */
  commands: string[]
  places: string[]
  download: () => string | undefined
  debianPackage: string
  variable: string
}

const CACHE = join(homedir(), '.cache/reward-codes-browsers')

const CHROMIUM: Browser = {
  name: 'Chromium',
  commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  places: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
  download: downloadChromium,
  debianPackage: 'chromium',
  variable: 'CHROMIUM_PATH',
}

const FIREFOX: Browser = {
  name: 'Firefox',
  commands: ['firefox-esr', 'firefox'],
  places: [
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ],
  download: downloadFirefox,
  debianPackage: 'firefox-esr',
  variable: 'FIREFOX_PATH',
}

/** The paths of both browsers as variables for the tests; throws where one cannot be had. */
export function findBrowsers(): Record<string, string> {
  return Object.fromEntries(
    [CHROMIUM, FIREFOX].map((browser) => [browser.variable, findBrowser(browser)]),
  )
}

function findBrowser(browser: Browser): string {
  const { name, variable, debianPackage } = browser
  const found =
    process.env[variable] ?? findPresent(browser) ?? browser.download() ?? installPackage(browser)
  if (found) return found
  throw new Error(
    `The browser tests need ${name}, and none was found, could be downloaded or installed. ` +
      `Install it (on Debian as root: apt-get install ${debianPackage}), ` +
      `or name the program: ${variable}=/path/to/it npm test`,
  )
}

function findPresent({ commands, places }: Browser): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...onPath, ...places].find((file) => existsSync(file))
}

function downloadChromium(): string | undefined {
  const require = createRequire(import.meta.url)
  const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js')
  const { chromium } = require('@playwright/test')
  if (!existsSync(chromium.executablePath())) {
    console.log('Browser: downloading Chromium ...')
    run(process.execPath, [cli, 'install', 'chromium'])
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}

function downloadFirefox(): string | undefined {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('@puppeteer/browsers/package.json')
  const cli = join(dirname(manifest), require(manifest).bin.browsers ?? require(manifest).bin)
  console.log('Browser: downloading Firefox ...')
  const output = run(process.execPath, [cli, 'install', 'firefox@stable', '--path', CACHE])
  const file = output?.trim().split('\n').at(-1)?.split(' ').slice(1).join(' ')
  return file && existsSync(file) ? file : undefined
}

function installPackage(browser: Browser): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`Browser: installing Debian's ${browser.debianPackage} ...`)
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', browser.debianPackage])
  return findPresent(browser)
}

/** What the command printed, or undefined if it failed; its own words are of no use to an owner. */
function run(command: string, args: string[]): string | undefined {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', env: environment })
  return status === 0 ? stdout : undefined
}
