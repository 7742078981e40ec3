import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from 'test-fixtures/folders.ts'
import { freshForm, postForm, solveCaptcha } from 'test-fixtures/gateway.ts'
import { ANSWERS, npmSettings, runNpm, startRegistry } from 'test-fixtures/packed.ts'
import { need } from 'test-fixtures/programs.ts'
import { startProgram } from 'test-fixtures/run-command.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

/** The installation downloads packages. */
const INSTALL_TIMEOUT = 600_000
const START_TIMEOUT = 300_000

/** The content of the sections in the example of all levels. */
const LEVELS = `
customSections:
  - { id: prices, menuLabel: Prices, heading: Prices, rows: [{ what: A day, price: 600 EUR }] }
  - { id: quiz, menuLabel: Quiz, heading: Quiz, question: Is it fast? }
`

const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

let folder: string
let owner: string
let gatewayOnly: string
let registry: Awaited<ReturnType<typeof startRegistry>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-packed-'))
  registry = await startRegistry(inject('tarballs'))
  await npm(folder, 'create', 'reward-codes', 'owner', '--', ...ANSWERS)
  owner = join(folder, 'owner')
  gatewayOnly = await install('gateway', 'reward-codes-gateway')
}, INSTALL_TIMEOUT)

afterAll(() => {
  registry?.close()
  rmSync(folder, { recursive: true, force: true })
}, INSTALL_TIMEOUT)

test(
  "an owner's site is built and served, and accepts a message",
  async () => {
    await using server = await serve(owner, 'reward-codes', 'start')
    expect(await (await fetch(server.url)).text()).toContain('Anna Nowak')
    await sendMessage(server.url)
    expect(readdirSync(join(owner, 'data'))).toContain('messages.db')
  },
  START_TIMEOUT,
)

test(
  'the gateway alone serves a built site and accepts a message',
  async () => {
    cpSync(join(owner, 'dist'), join(gatewayOnly, 'dist'), { recursive: true })
    await using server = await serve(gatewayOnly, 'reward-codes-gateway', 'start')
    expect(await (await fetch(server.url)).text()).toContain('<h1')
    await sendMessage(server.url)
  },
  START_TIMEOUT,
)

test(
  'the types of a new site and of all ways to change its page are correct, and the site is built and served',
  async () => {
    await promisify(execFile)(process.execPath, [COMPILER, '--noEmit'], { cwd: owner })
    const site = join(folder, 'levels')
    for (const name of ['package.json', 'content']) {
      cpSync(join(owner, name), join(site, name), { recursive: true })
    }
    cpSync(join(ROOT, 'tests/fixtures/owners/levels'), site, { recursive: true })
    appendFileSync(join(site, 'content/portfolio.yaml'), LEVELS)
    symlinkSync(join(owner, 'node_modules'), join(site, 'node_modules'))
    const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: site })
    await run(join(site, 'node_modules/astro/bin/astro.mjs'), 'build')
    const page = readFileSync(join(site, 'dist/index.html'), 'utf8')
    expect(page).toContain('<div class="wrapped-hero">')
    expect(page).toContain('600 EUR')
    expect(page).toContain('client="idle"')
    {
      await using server = await serve(site, 'astro', 'dev', '--port', '0')
      const served = await (await fetch(server.url)).text()
      expect(served).toContain('600 EUR')
      expect(served).toContain('client="idle"')
    }
    await promisify(execFile)(process.execPath, [COMPILER, '--noEmit'], { cwd: site })
  },
  START_TIMEOUT,
)

test('a site can import what the types of its interface name, and nothing else', () => {
  const levels = join(ROOT, 'tests/fixtures/owners/levels/src/interface.ts')
  const named = readFileSync(levels, 'utf8').replace(/@ts-expect-error\n.*/g, '')
  const imports = new Set(
    [...named.matchAll(/'reward-codes([^']*)'/g)].map(([, path]) => `.${path}`),
  )
  const manifest = readFileSync(join(owner, 'node_modules/reward-codes/package.json'), 'utf8')
  expect(Object.keys(JSON.parse(manifest).exports).sort()).toEqual(
    [...imports, './Page.astro'].sort(),
  )
})

test('a new site has at most 17 files and 150 KB beside its lockfile, with a workflow for Pages', () => {
  const own = readdirSync(owner, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(owner, join(parentPath, name)))
    .filter((file) => !/^(?:node_modules|dist|data|\.cache|\.astro)\//.test(file))
  expect(own).toContain(join('.github', 'workflows', 'pages.yml'))
  expect(own.length, own.join()).toBeLessThanOrEqual(17)
  const read = own.filter((file) => file !== 'package-lock.json')
  const bytes = read.reduce((sum, file) => sum + statSync(join(owner, file)).size, 0)
  expect(bytes).toBeLessThanOrEqual(150 * 1024)
})

test('the README of a new site links to the guides, which are installed and link to nothing else', () => {
  const links = (file: string) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, to = '']) => to)
  }
  const guides = links(join(owner, 'README.md'))
  expect(guides).toContain('node_modules/reward-codes/docs/owner.md')
  for (const guide of guides.map((path) => join(owner, path))) {
    expect(readFileSync(guide, 'utf8')).toMatch(/^# /)
    const missing = links(guide).filter((path) => !existsSync(join(guide, '..', path)))
    expect(missing).toEqual([])
  }
})

test('what the guides for hosts copy is in the package', async () => {
  const site = join(folder, 'copied')
  mkdirSync(site)
  symlinkSync(join(owner, 'node_modules'), join(site, 'node_modules'))
  const guides = join(site, 'node_modules/reward-codes/docs/deploy')
  const commands = readdirSync(guides)
    .map((name) => readFileSync(join(guides, name), 'utf8'))
    .flatMap((text) => text.match(/^ *(?:cp|mkdir) .+$/gm) ?? [])
  for (const command of commands) {
    await promisify(execFile)(need('BASH_PATH'), ['-ec', command.trim()], { cwd: site })
  }
  const expected = ['.dockerignore', '.github', 'Caddyfile', 'Dockerfile', 'compose.yaml']
  expect(readdirSync(site)).toEqual(expect.arrayContaining(expected))
  for (const name of ['netlify.toml', 'vercel.json', 'wrangler.toml']) {
    expect(readFileSync(join(site, name), 'utf8')).toBe(
      readFileSync(join(ROOT, 'deploy', name), 'utf8'),
    )
  }
})

test('an owner installs at most 280 MB', () => {
  const installed = readdirSync(join(owner, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(owner, 'node_modules', name)))
    // What the files take on the disk. What a folder takes depends on the file system.
    .filter((entry) => entry.isFile())
    .reduce((sum, { blocks }) => sum + blocks * 512, 0)
  expect(installed).toBeLessThanOrEqual(280 * 1024 * 1024)
})

test('no command writes into the package', () => {
  const made = ['.cache', '.astro', 'dist/.cache', 'data', 'node_modules/.vite']
  const present = readdirSync(join(owner, 'node_modules/reward-codes'), {
    recursive: true,
    encoding: 'utf8',
  })
  expect(present.filter((name) => made.some((start) => name.startsWith(start)))).toEqual([])
})

test('the gateway has no dependency that only builds pages', () => {
  const installed = readdirSync(join(gatewayOnly, 'node_modules'))
  expect(installed).toContain('fastify')
  for (const name of ['react', 'astro', 'vite', 'sharp', 'reward-codes']) {
    expect(installed).not.toContain(name)
  }
})

test('what Node runs is compiled, and the pages are bundled from their sources', () => {
  const sourcesOf = (name: string) =>
    readdirSync(join(owner, 'node_modules', name), { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.includes('node_modules'))
      .filter((file) => /(?<!\.d)\.(?:tsx?|astro)$/.test(file))
  expect(sourcesOf('reward-codes-gateway')).toEqual([])
  const folders = new Set(sourcesOf('reward-codes').map((file) => file.split(sep)[0]))
  expect([...folders].sort()).toEqual(
    [
      ...['components', 'content', 'files', 'folders.ts', 'gateway', 'images', 'resume', 'routes'],
      ...['schema.ts', 'security', 'styles', 'user-error.ts'],
    ].sort(),
  )
})

async function sendMessage(url: string) {
  const form = freshForm({ 'g-recaptcha-response': await solveCaptcha(url) })
  expect(await postForm(url, form)).toMatchObject({ status: 200 })
}

/** Installs a package into an empty folder outside the repository. */
async function install(name: string, specifier: string): Promise<string> {
  const place = join(folder, name)
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true }))
  await npm(place, 'install', specifier)
  return place
}

function npm(place: string, ...args: string[]): Promise<string> {
  return runNpm(place, args, npmSettings(registry.url, join(folder, 'npm-cache')))
}

const PROGRAMS: Record<string, string> = {
  astro: 'astro/bin/astro.mjs',
  'reward-codes': 'reward-codes/bin/reward-codes.mjs',
  'reward-codes-gateway': 'reward-codes-gateway/bin/reward-codes-gateway.mjs',
}

async function serve(place: string, program: string, ...args: string[]) {
  const file = join(place, 'node_modules', PROGRAMS[program] ?? '')
  const { PATH, HOME } = process.env
  const { child, ended, until } = startProgram([process.execPath, file, ...args], {
    cwd: place,
    env: { PATH, HOME, PORT: '0', OPS_PORT: '0', NO_COLOR: '1' },
  })
  return {
    url: await until(/(?: is at |Local +)(http:\S+)/),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
