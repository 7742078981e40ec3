import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore, readVersion } from 'reward-codes-gateway/internal/store/store.ts'
import { copyOwner, hashesOf } from 'test-fixtures/owner-project.ts'
import {
  addVersion,
  npmSettings,
  runNpm,
  startRegistry,
  type Tarballs,
} from 'test-fixtures/packed.ts'
import { onlySettings, startProgram } from 'test-fixtures/run-command.ts'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'

/** The database of an owner of version 0.1.0, with a message in every state. */
const OLD_DATABASE = join(import.meta.dirname, '../fixtures/databases/v4.db')
const INSTALL_TIMEOUT = 600_000
const NEXT = '9.0.0'
const STATES = ['failed', 'held', 'queued', 'sent', 'sent']

let folder: string
let tarballs: Tarballs
let registry: Awaited<ReturnType<typeof startRegistry>>
let clone: string
let owner: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-upgrade-'))
  clone = join(folder, 'clone')
  copyOwner('0.1.0', clone)
  mkdirSync(join(clone, 'data'))
  copyFileSync(OLD_DATABASE, join(clone, 'data/messages.db'))
  tarballs = inject('tarballs')
  registry = await startRegistry(tarballs)
  await runNpm(folder, ['create', 'reward-codes', 'owner', '--', '--from', 'clone'], settings())
  owner = join(folder, 'owner')
}, INSTALL_TIMEOUT)

afterAll(() => {
  registry?.close()
  rmSync(folder, { recursive: true, force: true })
}, INSTALL_TIMEOUT)

const settings = () => npmSettings(registry.url, join(folder, 'npm-cache'))
/** The files of the owner, without the database, which the test itself opens. */
const ownFiles = () =>
  Object.fromEntries(Object.entries(hashesOf(owner)).filter(([path]) => !path.startsWith('data/')))
const read = (path: string) => readFileSync(join(owner, path), 'utf8')

function rewardCodes(...args: string[]) {
  const command = join(owner, 'node_modules/reward-codes/bin/reward-codes.mjs')
  return startProgram([process.execPath, command, ...args], {
    cwd: owner,
    env: { ...process.env, ...onlySettings({ COLUMNS: '100', ...settings() }) },
  }).ended
}

test('a clone of 0.1.0 becomes an owner project by one command, with every file and message', () => {
  const [before, after] = [hashesOf(clone), hashesOf(owner)]
  const migrated = ['content/portfolio.yaml', 'content/theme.css', '.env']
  const left = Object.keys(before).filter((path) => after[path] === undefined)
  // Templates as 0.1.0 shipped them; the gateway has its own now.
  expect(left).toEqual(['content/mail/auto-reply.html', 'content/mail/held.html'])
  const changed = Object.keys(before).filter(
    (path) => !left.includes(path) && before[path] !== after[path],
  )
  expect(changed.sort()).toEqual(migrated.sort())
  expect(read('content/portfolio.yaml')).toContain('    menuLabel:    Me     # not "About"\n')
  expect(read('.env')).toContain('RATE_LIMIT_PER_SITE=40')
  const added = Object.keys(after).filter((path) => before[path] === undefined)
  expect(added.sort()).toEqual(
    [
      '.env.example',
      '.github/workflows/pages.yml',
      '.gitignore',
      'README.md',
      'package-lock.json',
      'package.json',
    ].sort(),
  )
  const database = new DatabaseSync(join(owner, 'data/messages.db'), { readOnly: true })
  expect(database.prepare('select count(*) as count from messages').get()).toEqual({ count: 5 })
  database.close()
})

test('without a newer version, nothing is changed', async () => {
  const before = hashesOf(owner)
  expect(await rewardCodes('upgrade')).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('is the newest version. Nothing was changed.'),
  })
  expect(hashesOf(owner)).toEqual(before)
})

test(
  'a new version is tried, shown, kept and undone, to the byte',
  async () => {
    expect(await rewardCodes('deploy', 'server')).toMatchObject({ exitCode: 0 })
    writeFileSync(join(owner, 'deploy/Caddyfile'), `${read('deploy/Caddyfile')}# Mine.\n`)
    await addParts()
    const before = ownFiles()
    addVersion(tarballs, NEXT, changeEngine)

    // A browser that cannot start: the upgrade goes on without pictures.
    vi.stubEnv('CHROMIUM_PATH', process.execPath)
    const tried = await rewardCodes('upgrade', '--dry-run')
    vi.unstubAllEnvs()
    expect(tried).toMatchObject({ exitCode: 0, out: expect.stringContaining('Dry run.') })
    expect(tried.out).toContain('made no pictures: ')
    expect(ownFiles()).toEqual(before)

    const kept = await rewardCodes('upgrade', '--yes')
    expect(kept).toMatchObject({ exitCode: 0, out: expect.stringContaining(`to ${NEXT}`) })
    for (const { out } of [tried, kept]) {
      expect(out).toContain('-format: 2\n+format: 3\n')
      expect(out).toContain('+  --page-inset: 84rem;')
      expect(out).toContain('+RestartSec=10')
      expect(out).toContain(
        'replaces About, copied from 0.1.0, changed by you, original changed since\n',
      )
      // The page and the resume file.
      expect(out).toContain('+Skip to the content')
      expect(out).toContain('+Gdynia, Poland /anna@nowak.test')
      // A password of .env is shown nowhere.
      expect(out).not.toContain('geheim')
    }
    const after = ownFiles()
    const changed = Object.keys(before).filter((path) => after[path] !== before[path])
    expect(changed.sort()).toEqual([
      'content/portfolio.yaml',
      'content/theme.css',
      'deploy/portfolio.service',
      'package-lock.json',
      'package.json',
    ])
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(JSON.parse(read('package.json')).dependencies).toEqual({ 'reward-codes': NEXT })
    const built = await rewardCodes('build')
    expect(built).toMatchObject({ exitCode: 0 })
    expect(built.error).toContain('Since you copied About into parts/, the original changed.')
    expect(read('dist/index.html')).toContain('<p>Away in May.</p>')
    const { out: diff } = await rewardCodes('parts', 'diff', 'About')
    expect(diff).toContain('+/** The biography, the resume download')
    expect(diff).toContain('+    <Section id={id} heading={about.heading.toUpperCase()}>')

    // As the gateway opens it at its first start: the tables are migrated.
    await (await openStore({ dataFolder: join(owner, 'data') })).close()
    const listed = await rewardCodes('messages', 'list', '--json')
    const messages: { state: string }[] = JSON.parse(listed.out).messages
    expect(messages.map(({ state }) => state).sort()).toEqual(STATES)

    expect(await rewardCodes('upgrade', '--undo')).toMatchObject({ exitCode: 0 })
    expect(ownFiles()).toEqual(before)
    expect(await readVersion({ dataFolder: join(owner, 'data') })).toBe(4)
    expect(JSON.parse(read('node_modules/reward-codes/package.json')).version).toBe('0.1.0')
    expect(await rewardCodes('build')).toMatchObject({ exitCode: 0 })
  },
  INSTALL_TIMEOUT,
)

test(
  'a version that cannot build the site is not kept',
  async () => {
    const before = hashesOf(owner)
    addVersion(tarballs, '10.0.0', (engine) => {
      replaceIn(
        join(engine, 'dist/build/pages.js'),
        'import',
        'throw new Error("The page is broken.")\nimport',
      )
    })
    const ended = await rewardCodes('upgrade', '--yes')
    expect(ended).toMatchObject({ exitCode: 1 })
    expect(ended.error).toContain('The page is broken.')
    expect(ended.error).toContain('The new version cannot build the site. Nothing was changed.')
    expect(hashesOf(owner)).toEqual(before)
    expect(existsSync(join(owner, '.upgrade/next'))).toBe(false)
  },
  INSTALL_TIMEOUT,
)

/** A copied part that its owner has changed, and a component after a section. */
async function addParts() {
  expect(await rewardCodes('eject', 'About')).toMatchObject({ exitCode: 0 })
  replaceIn(join(owner, 'parts/About.tsx'), '{about.heading}', '{about.heading.toUpperCase()}')
  writeFileSync(
    join(owner, 'parts/Hero.after.tsx'),
    'export default function Notice() {\n  return <p>Away in May.</p>\n}\n',
  )
}

/** A next version: other texts, another original of a part, and a format that renames a value of the theme. */
function changeEngine(engine: string) {
  replaceIn(join(engine, 'dist/content/format.js'), 'FORMAT = 2', 'FORMAT = 3')
  replaceIn(
    join(engine, 'dist/upgrade/migrations.js'),
    'MIGRATIONS.slice(format - 1)',
    "[...MIGRATIONS, { fields: {}, properties: { '--page-width': '--page-inset' }, variables: {} }].slice(format - 1)",
  )
  replaceIn(join(engine, 'deploy/portfolio.service'), 'RestartSec=5', 'RestartSec=10')
  replaceIn(join(engine, 'dist/originals.json'), '/** The bio,', '/** The biography,')
  replaceIn(join(engine, 'dist/content/strings/en.js'), 'Skip to content', 'Skip to the content')
  replaceIn(join(engine, 'dist/exports/resume/compose.js'), "text: '·'", "text: '/'")
}

function replaceIn(file: string, before: string, after: string) {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(before)
  writeFileSync(file, text.replace(before, after))
}
