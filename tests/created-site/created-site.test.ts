import { execFile } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { createdSite, sendMessage, serve } from 'test-fixtures/created-site.ts'
import { LEVELS, ROOT } from 'test-fixtures/folders.ts'
import { need } from 'test-fixtures/programs.ts'
import { expect, test } from 'vitest'

const START_TIMEOUT = 300_000

const { folder, owner } = createdSite()

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

test('a site can import what the types of its interface name, and nothing else', () => {
  const levels = join(LEVELS, 'src/interface.ts')
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
    const text = readFileSync(file, 'utf8').replaceAll(/`[^`\n]*`/g, '')
    return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, to = '']) => to)
  }
  const guides = links(join(owner, 'README.md'))
  expect(guides).toContain('node_modules/reward-codes/docs/owner.md')
  for (const guide of guides.map((path) => join(owner, path))) {
    expect(readFileSync(guide, 'utf8')).toMatch(/^# /)
    const missing = links(guide).filter((path) => !existsSync(join(guide, '..', path)))
    expect(missing).toEqual([])
  }
  // An example of Markdown is no link.
  const guide = readFileSync(join(owner, 'node_modules/reward-codes/docs/owner.md'), 'utf8')
  expect(guide).toContain('`![')
})

test('what the guide copies is in the package', async () => {
  const site = join(folder, 'copied')
  mkdirSync(site)
  symlinkSync(join(owner, 'node_modules'), join(site, 'node_modules'))
  const guide = readFileSync(join(owner, 'node_modules/reward-codes/docs/owner.md'), 'utf8')
  const commands = guide.match(/\bcp node_modules\/reward-codes\/deploy\/[^`\n]+/g) ?? []
  expect(commands).toHaveLength(4)
  for (const command of commands) {
    await promisify(execFile)(need('BASH_PATH'), ['-ec', command], { cwd: site })
  }
  const expected = readdirSync(join(ROOT, 'deploy'))
  const installed = ['github-pages.yml', 'portfolio.service']
  expect(readdirSync(site).sort()).toEqual(
    [...expected.filter((name) => !installed.includes(name)), 'node_modules'].sort(),
  )
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
