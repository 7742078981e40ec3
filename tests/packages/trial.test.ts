import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, expect as expectOn } from '@playwright/test'
import { ROOT } from 'test-fixtures/folders.ts'
import { smtpSettings, startMailServer } from 'test-fixtures/mail-server.ts'
import { ANSWERS, npmSettings, runNpm, startRegistry } from 'test-fixtures/packed.ts'
import { need } from 'test-fixtures/programs.ts'
import { startProgram } from 'test-fixtures/run-command.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parseDocument } from 'yaml'
import { nextVersion, pack } from '../../tools/pack.ts'

// An owner's way with the packages that a release publishes: from the command of each package manager to a page,
// and from the form to a mail with the oldest and the newest of what the packages accept.

const TIMEOUT = 1_200_000
const SETTINGS = { PORT: '0', OPS_PORT: '0', NO_COLOR: '1', ASTRO_TELEMETRY_DISABLED: '1' }

/** A release before this one. */
const EARLIER = '0.0.1'

const FROZEN = ['install', '--frozen-lockfile']
const MANAGERS = [
  { manager: 'npm', version: '11', dev: 'npm run dev', ci: ['ci'], lock: 'package-lock.json' },
  { manager: 'pnpm', version: '10', dev: 'pnpm dev', ci: FROZEN, lock: 'pnpm-lock.yaml' },
  { manager: 'pnpm', version: '12', dev: 'pnpm dev', ci: FROZEN, lock: 'pnpm-lock.yaml' },
  {
    manager: 'yarn',
    version: '4',
    dev: 'yarn dev',
    ci: ['install', '--immutable'],
    lock: 'yarn.lock',
    from: '@yarnpkg/cli-dist',
  },
  { manager: 'bun', version: '1', dev: 'bun run dev', ci: FROZEN, lock: 'bun.lock' },
]

const VARIABLES = /^(?:CI|NODE_ENV|npm_.*|VITEST.*|DEV|PROD|MODE|SSR|BASE_URL)$/i
/** The environment as a terminal has it: without what npm, Vitest and a workflow set. */
const terminal = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !VARIABLES.test(name)),
)
/** Without the programs of this repository, which Bun would take for those of a package. */
const PROGRAMS = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((place) => !place.endsWith(join('node_modules', '.bin')))

let folder: string
let prettier: string
let registry: Awaited<ReturnType<typeof startRegistry>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-trial-'))
  registry = await startRegistry(pack(join(folder, 'earlier'), EARLIER), inject('tarballs'))
  prettier = join(await install('prettier', ['prettier@3']), 'prettier/bin/prettier.cjs')
}, TIMEOUT)

afterAll(() => {
  registry?.close()
  rmSync(folder, { recursive: true, force: true })
}, TIMEOUT)

test.each(MANAGERS)(
  '$manager $version creates a site, builds it twice, upgrades it and goes back, and serves it',
  async ({ manager, version, dev, ci, lock, from = manager }) => {
    const name = `${manager}-${version}`
    const site = join(folder, name)
    const bin = join(await install(`tools-${name}`, [`${from}@${version}`]), '.bin')
    const home = join(folder, `home-${name}`)
    const env = {
      ...terminal,
      PATH: [bin, dirname(process.execPath), ...PROGRAMS].join(delimiter),
      HOME: home,
      ...ownSettings(),
      pnpm_config_registry: registry.url,
      YARN_NPM_REGISTRY_SERVER: registry.url,
      YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
      YARN_ENABLE_TELEMETRY: '0',
      ...SETTINGS,
    }
    mkdirSync(home)
    const options = manager === 'npm' ? ['--'] : []
    const call = ['create', `reward-codes@${EARLIER}`, name, ...options, ...ANSWERS]
    const { out, error, exitCode } = await startProgram([manager, ...call], { cwd: folder, env })
      .ended
    expect(exitCode, out + error).toBe(0)
    expect(out).toContain(`To see the page, run: ${dev}\n`)
    expect(out).toContain(`Next: cd ${name}\n`)
    await promisify(execFile)(process.execPath, [prettier, '--check', '.'], { cwd: site })
    const run = (...args: string[]) => startProgram([manager, ...args], { cwd: site, env }).ended
    await continueAsOwner(site, run, ci)
    await upgradeAndReturn(site, run, ci, lock)
    for (const script of [['dev', ...options, '--port=0'], ['start']]) {
      await using server = await serve([manager, 'run', ...script], site, env)
      const [title] = /<title>.*?</.exec(await (await fetch(server.url)).text()) ?? []
      expect(title).toContain('Anna Nowak')
    }
  },
  TIMEOUT,
)

describe.each([
  { end: 'newest', node: 26 },
  { end: 'oldest', node: 24 },
])('with the $end packages, on Node $node', ({ end, node }) => {
  let site: string
  let program: string

  beforeAll(async () => {
    site = join(folder, end)
    cpSync(join(folder, 'npm-11'), site, {
      recursive: true,
      filter: (path) => !/npm-11.(?:node_modules|package-lock|dist|data|\.cache)/.test(path),
    })
    const wanted = end === 'oldest' ? writeOldest(site) : {}
    await npm(site, 'install')
    const installed = Object.keys(wanted).map((name) => {
      const { version } = readManifest(join(site, 'node_modules', name, 'package.json'))
      return [name, version]
    })
    expect(Object.fromEntries(installed)).toEqual(wanted)
    program = join(await install(`node-${node}`, [`node@${node}`]), 'node/bin/node')
  }, TIMEOUT)

  test(
    'the site is built, and its form sends a mail',
    async () => {
      await using mails = await startMails()
      const command = [program, join(site, 'node_modules/reward-codes/bin/reward-codes.mjs')]
      await using server = await serve([...command, 'start'], site, mails.env)
      await sendByForm(server.url, `From ${end}`)
      expect((await mails.received()).mail.text).toContain(`From ${end}`)
    },
    TIMEOUT,
  )

  test(
    'the gateway alone serves the built site, and sends a mail',
    async () => {
      await using mails = await startMails()
      const gateway = 'node_modules/reward-codes-gateway/bin/reward-codes-gateway.mjs'
      await using server = await serve([program, join(site, gateway), 'start'], site, mails.env)
      await sendByForm(server.url, `Alone, ${end}`)
      expect((await mails.received()).mail.text).toContain(`Alone, ${end}`)
    },
    TIMEOUT,
  )
})

type Run = (...args: string[]) => Promise<{ exitCode: number | null; out: string; error: string }>

async function succeed(run: Run, ...args: string[]) {
  const { exitCode, out, error } = await run(...args)
  expect(exitCode, out + error).toBe(0)
}

/** What an owner does next: installs as a host does, builds, adds a portrait and builds again, and asks doctor. */
async function continueAsOwner(site: string, run: Run, ci: string[]) {
  const page = () => readFileSync(join(site, 'dist/index.html'), 'utf8')
  await succeed(run, ...ci)
  await succeed(run, 'run', 'build')
  expect(page()).not.toContain('image/avif')
  cpSync(join(ROOT, 'tests/fixtures/stage.jpg'), join(site, 'content/images/stage.jpg'))
  const portfolio = join(site, 'content/portfolio.yaml')
  const content = parseDocument(readFileSync(portfolio, 'utf8'))
  content.setIn(['person', 'portrait'], 'images/stage.jpg')
  writeFileSync(portfolio, String(content))
  await succeed(run, 'run', 'build')
  expect(page()).toContain('image/avif')
  // Which texts its owner has not written yet.
  expect((await run('run', 'doctor')).out).toContain('# TODO')
}

/** As the guide says, with Git's part done by copies. */
async function upgradeAndReturn(site: string, run: Run, ci: string[], lock: string) {
  const version = () => readManifest(join(site, 'node_modules/reward-codes/package.json')).version
  const kept = ['package.json', lock].map((name) => join(site, name))
  const texts = kept.map((file) => readFileSync(file, 'utf8'))
  expect(version()).toBe(EARLIER)
  await succeed(
    run,
    ...(lock === 'package-lock.json' ? ['install'] : ['add']),
    'reward-codes@latest',
  )
  expect(version()).toBe(nextVersion())
  await succeed(run, 'run', 'build')
  const upgraded = kept.map((file) => readFileSync(file, 'utf8'))
  const putBack = async (contents: string[]) => {
    kept.forEach((file, index) => void writeFileSync(file, contents[index] ?? ''))
    await succeed(run, ...ci)
  }
  await putBack(texts)
  expect(version()).toBe(EARLIER)
  await succeed(run, 'run', 'build')
  await putBack(upgraded)
  expect(version()).toBe(nextVersion())
}

/** Sets the lower end of each range of our packages. */
function writeOldest(site: string): Ranges {
  const file = join(site, 'package.json')
  const manifest = readManifest(file)
  const ours = ['reward-codes', 'gateway'].map((name) =>
    readManifest(join(ROOT, 'packages', name, 'package.json')),
  )
  const peers = lowerEnds(
    Object.assign({}, ...ours.map(({ peerDependencies }) => peerDependencies)),
  )
  const { 'reward-codes-gateway': _, ...others } = lowerEnds(
    Object.assign({}, ...ours.map(({ dependencies }) => dependencies)),
  )
  writeFileSync(
    file,
    JSON.stringify({
      ...manifest,
      dependencies: { ...manifest.dependencies, ...peers },
      overrides: others,
    }),
  )
  return { ...peers, ...others }
}

type Ranges = Record<string, string>
type Manifest = { version: string; dependencies: Ranges; peerDependencies: Ranges }

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function lowerEnds(ranges: Ranges): Ranges {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => [name, range.replace('^', '')]),
  )
}

async function sendByForm(url: string, text: string) {
  await using browser = await chromium.launch({ executablePath: need('CHROMIUM_PATH') })
  const page = await browser.newPage()
  await page.goto(url)
  const form = page.locator('form')
  await form.getByLabel('Name').fill('Zoë')
  await form.getByLabel('E-mail').fill('zoe@example.org')
  // Filling in the form faster is a spam signal.
  await form.getByLabel('Message').pressSequentially(`Hello! ${text}`, { delay: 250 })
  await page.getByRole('checkbox', { name: 'I’m not a robot' }).click()
  await expectOn(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked({ timeout: 30_000 })
  await form.getByRole('button', { name: 'Send message' }).click()
  await expectOn(page.getByText('Message sent successfully!')).toBeVisible()
}

async function startMails() {
  const server = await startMailServer()
  return {
    env: {
      ...SETTINGS,
      ...smtpSettings(server.url),
      MAIL_FROM: 'portfolio@portfolio.test',
      MAIL_TO: 'owner@portfolio.test',
    },
    received: async () => {
      const [mail] = await server.waitFor(1)
      if (!mail) throw new Error('No mail was received.')
      return mail
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** Starts a server in a group of processes: package managers start it in a separate process. */
async function serve(command: string[], cwd: string, settings: Record<string, string>) {
  const env = { ...terminal, ...settings }
  const { child, ended, until } = startProgram(command, { cwd, env, detached: true })
  const url = await until(/(?: is at |Local +)(http:\S+?)\/?\s/)
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await ended
    },
  }
}

/** Installs packages into a separate folder, and returns its node_modules. */
async function install(name: string, packages: string[]): Promise<string> {
  const place = join(folder, name)
  mkdirSync(place)
  const allowScripts = { bun: true, node: true, pnpm: true }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, allowScripts }))
  await npm(place, 'install', ...packages)
  return join(place, 'node_modules')
}

function npm(place: string, ...args: string[]): Promise<string> {
  return runNpm(place, args, ownSettings())
}

function ownSettings() {
  return npmSettings(registry.url, join(folder, 'npm-cache'))
}
