import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { findProgram, locateProgram, type Program, runQuietly } from './find-program.ts'

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
