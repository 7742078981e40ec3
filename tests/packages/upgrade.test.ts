import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deployFiles, TARGET_NAMES } from 'reward-codes/internal/deploy/files.ts'
import { MIGRATIONS } from 'reward-codes-gateway/internal/store/migrations.ts'
import { openStore, readVersion } from 'reward-codes-gateway/internal/store/store.ts'
import { contentOf } from 'test-fixtures/database-content.ts'
import { DEPLOY_EDITS } from 'test-fixtures/deploy-edits.ts'
import { placeOf } from 'test-fixtures/earlier-databases.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import {
  copyOwner,
  FORMAT_2,
  hashesOf,
  type Lines,
  withLines,
} from 'test-fixtures/owner-project.ts'
import {
  addVersion,
  npmSettings,
  runNpm,
  startRegistry,
  type Tarballs,
} from 'test-fixtures/packed.ts'
import { type PostgresServer, startPostgres } from 'test-fixtures/postgres.ts'
import { type Ended, startProgram } from 'test-fixtures/run-command.ts'
import { STORES, type StoreKind } from 'test-fixtures/stores.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

/** The schema version of 0.1.0's database. */
const OLD_DATABASE = 4
const INSTALL_TIMEOUT = 600_000
const NEXT = '9.0.0'
/** The messages in the database: one in every state, and one whose content was deleted. */
const MESSAGES = [
  ['failed', 'Failed.'],
  ['held', 'Held.'],
  ['queued', 'Queued.'],
  ['sent', 'Sent.'],
  ['sent', null],
]
const TEMPLATE = ['.env.example', '.gitignore', 'README.md', 'package.json']
const INSTALLED = ['.github/workflows/pages.yml', 'package-lock.json']

/** An owner's folder, and where the messages are. */
type Site = { folder: string; place: { DATA_DIR: string; DATABASE_URL?: string } }

/** A row of the upgrade matrix in docs/releases.md. */
type Start = {
  start: string
  format: number
  command: string
  arrange: (kind: StoreKind) => Promise<Site>
  /** Brings the folder to the newer version, and returns the one that has it. */
  upgrade: (from: Site, kind: StoreKind) => Promise<Site>
  /** The lines of the owner's files that change. Every other byte of every file stays. */
  lines: Record<string, Lines>
  /** Files that npm and `deploy` wrote before, and write again. */
  replaced?: (kind: StoreKind) => string[]
  added?: (kind: StoreKind) => string[]
  left?: string[]
  /** What else the built site shows. */
  check?: (site: Site, built: Ended) => Promise<void>
  beforeUndo?: (site: Site) => Promise<void>
  checkUndone?: (site: Site) => Promise<void>
}

const MATRIX: Start[] = [
  {
    start: "a clone of 0.1.0's repository",
    format: 1,
    command: 'npm create reward-codes SITE -- --from CLONE',
    arrange: async (kind) => (kind === 'sqlite' ? clone : siteOf(1, kind)),
    upgrade: async (from, kind) => (kind === 'sqlite' ? owner : createFrom(from)),
    lines: FORMAT_2,
    added: (kind) => (kind === 'sqlite' ? [...TEMPLATE, ...INSTALLED] : TEMPLATE),
    // Templates as 0.1.0 shipped them; the gateway has its own now.
    left: ['content/mail/auto-reply.html', 'content/mail/held.html'],
  },
  {
    start: 'a site with parts, after npm install',
    format: 1,
    command: 'npx reward-codes migrate',
    arrange: async (kind) => withPackages(await siteOf(1, kind)),
    upgrade: async (site) => {
      await succeeds(site, ['migrate', '--yes'])
      return site
    },
    lines: FORMAT_2,
    check: async (site) => expect(read(site, 'dist/index.html')).toContain('<p>Away in May.</p>'),
  },
  {
    start: 'a site with parts and the files of every host',
    format: 2,
    command: 'npx reward-codes upgrade',
    arrange: async (kind) => withDeployFiles(withPackages(await siteOf(2, kind)), kind),
    upgrade: upgradeToNext,
    lines: {
      'content/portfolio.yaml': [['format: 2', 'format: 3']],
      'content/theme.css': [['  --page-width: 84rem;', '  --page-inset: 84rem;']],
      'package.json': [['    "reward-codes": "0.1.0"', `    "reward-codes": "${NEXT}"`]],
    },
    replaced: (kind) => ['package-lock.json', ...updatedBy(kind)],
    check: checkParts,
    beforeUndo: expectRefusal,
    checkUndone: async (site) => {
      expect(JSON.parse(read(site, 'node_modules/reward-codes/package.json')).version).toBe('0.1.0')
      await succeeds(site, ['build'])
    },
  },
]

/** The files of every host. `server` and `compose` both have a Caddyfile, here that of `server`. */
const DEPLOY_FILES: Record<string, string> = Object.assign(
  {},
  ...TARGET_NAMES.toReversed().map((target) =>
    deployFiles(target, { name: 'owner', domain: 'www.example.com', installer: 'npm' }),
  ),
)
/** The ones that the owner has changed. In one of the two, each host has its files as they were written. */
const EDITED: Record<StoreKind, string[]> = {
  sqlite: ['deploy/Caddyfile'],
  postgres: Object.values(DEPLOY_EDITS).map(([path]) => path),
}
const updatedBy = (kind: StoreKind) =>
  Object.keys(DEPLOY_FILES).filter((path) => !EDITED[kind].includes(path))

let folder: string
let tarballs: Tarballs
let registry: Awaited<ReturnType<typeof startRegistry>>
let postgres: PostgresServer
/** A clone of 0.1.0 with messages in SQLite, and the site that npm has made of it. */
let clone: Site
let owner: Site

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-upgrade-'))
  tarballs = inject('tarballs')
  registry = await startRegistry(tarballs)
  postgres = await startPostgres()
  clone = siteIn('clone')
  copyOwner('0.1.0', clone.folder)
  mkdirSync(clone.place.DATA_DIR)
  copyFileSync(
    join(import.meta.dirname, `../fixtures/databases/v${OLD_DATABASE}.db`),
    join(clone.place.DATA_DIR, 'messages.db'),
  )
  await runNpm(folder, ['create', 'reward-codes', 'owner', '--', '--from', 'clone'], settings())
  owner = siteIn('owner')
  await makeParts()
}, INSTALL_TIMEOUT)

afterAll(async () => {
  registry?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}, INSTALL_TIMEOUT)

test('without a newer version, nothing is changed', async () => {
  const before = hashesOf(owner.folder)
  const { out } = await succeeds(owner, ['upgrade'])
  expect(out).toContain('is the newest version. Nothing was changed.')
  expect(hashesOf(owner.folder)).toEqual(before)
})

describe.each(STORES)('with messages in %s', (kind) => {
  test.each(MATRIX)(
    '$start keeps every byte and message, and returns',
    async ({ left = [], lines, ...start }) => {
      const from = await start.arrange(kind)
      const before = ownFiles(from)
      const texts = Object.keys(lines).map((path) => [path, read(from, path)] as const)
      const database = await contentOf(from.place)
      const everything = hashesOf(from.folder)

      const site = await start.upgrade(from, kind)
      if (site !== from) expect(hashesOf(from.folder)).toEqual(everything)
      const after = ownFiles(site)
      const paths = Object.keys(before)
      expect(paths.filter((path) => !after[path])).toEqual(left)
      const added = Object.keys(after).filter((path) => !before[path])
      expect(added.sort()).toEqual((start.added?.(kind) ?? []).sort())
      const changed = paths.filter((path) => after[path] && after[path] !== before[path])
      const expected = [...Object.keys(lines), ...(start.replaced?.(kind) ?? [])]
      expect(changed.sort()).toEqual(expected.sort())
      for (const [path, text] of texts) {
        expect(read(site, path)).toBe(withLines(text, lines[path] ?? []))
      }

      // A build reads no database.
      if (kind === 'sqlite') {
        const built = await succeeds(site, ['build'])
        expect(read(site, 'dist/index.html')).toContain('Anna Nowak')
        await start.check?.(site, built)
      }

      await changeState(site, 'queued', 'queued')
      expect(await readVersion(locationOf(site))).toBe(MIGRATIONS.length)
      expect(await messagesOf(site)).toEqual(MESSAGES)

      await start.beforeUndo?.(site)
      const undone = await succeeds(site, ['upgrade', '--undo'])
      expect(undone.out).toContain(`the database (version ${OLD_DATABASE})`)
      const kept = Object.entries(before).filter(([path]) => !left.includes(path))
      expect(ownFiles(site)).toEqual({ ...after, ...Object.fromEntries(kept) })
      expect(await contentOf(site.place)).toEqual(database)
      if (kind === 'sqlite') await start.checkUndone?.(site)
    },
    INSTALL_TIMEOUT,
  )
})

test('docs/releases.md has the rows of this matrix', () => {
  const document = readFileSync(join(ROOT, 'docs/releases.md'), 'utf8').replace(/ +/g, ' ')
  for (const { start, format, command, lines } of MATRIX) {
    const changes = Object.entries(lines).map(([path, { length }]) => `${length} of \`${path}\``)
    expect(document).toContain(
      `\n| ${start} | ${format} | \`${command}\` | ${changes.join(', ')} |`,
    )
  }
})

test(
  'a version that cannot build the site is not kept',
  async () => {
    const site = withPackages(await siteOf(2, 'sqlite'))
    const before = hashesOf(site.folder)
    addVersion(tarballs, '10.0.0', (engine) => {
      replaceIn(
        join(engine, 'dist/build/pages.js'),
        'import',
        'throw new Error("The page is broken.")\nimport',
      )
    })
    const ended = await rewardCodes(site, ['upgrade', '--yes'])
    expect(ended).toMatchObject({ exitCode: 1 })
    expect(ended.error).toContain('The page is broken.')
    expect(ended.error).toContain('The new version cannot build the site. Nothing was changed.')
    expect(hashesOf(site.folder)).toEqual(before)
    expect(existsSync(join(site.folder, '.upgrade/next'))).toBe(false)
    expect(readdirSync(join(site.folder, '.upgrade'))).toEqual(['.gitignore'])
  },
  INSTALL_TIMEOUT,
)

/** The folder of 0.1.0's owner in a format, with the messages of version 0.1.0. */
async function siteOf(format: 1 | 2, kind: StoreKind): Promise<Site> {
  const place = await placeOf(OLD_DATABASE, kind, postgres.url)
  const site = siteIn(`site-${crypto.randomUUID()}`)
  copyOwner('0.1.0', site.folder)
  if (format === 2) {
    for (const [path, lines] of Object.entries(FORMAT_2)) {
      writeFileSync(join(site.folder, path), withLines(read(site, path), lines))
    }
  }
  const [name, value] = Object.entries(place).at(-1) ?? []
  appendFileSync(join(site.folder, '.env'), `${name}=${value}\n`)
  return { ...site, place }
}

/** What npm and the owner have in the folder of a site beside content and settings. */
function withPackages(site: Site): Site {
  for (const path of [...TEMPLATE, 'package-lock.json']) {
    copyFileSync(join(owner.folder, path), join(site.folder, path))
  }
  cpSync(join(folder, 'own'), site.folder, { recursive: true })
  linkPackages(site)
  return site
}

/** The packages, and the cache: compiled code of the same packages, and images of the same content. */
function linkPackages(site: Site) {
  for (const path of ['node_modules', '.cache']) {
    symlinkSync(join(owner.folder, path), join(site.folder, path))
  }
}

/** A copied part that its owner has changed, and a component after a section. */
async function makeParts() {
  await succeeds(owner, ['eject', 'About'])
  const parts = join(folder, 'own/parts')
  mkdirSync(join(folder, 'own'))
  for (const path of ['parts', 'tsconfig.json']) {
    renameSync(join(owner.folder, path), join(folder, 'own', path))
  }
  replaceIn(join(parts, 'About.tsx'), '{about.heading}', '{about.heading.toUpperCase()}')
  writeFileSync(
    join(parts, 'Hero.after.tsx'),
    'export default function Notice() {\n  return <p>Away in May.</p>\n}\n',
  )
}

function withDeployFiles(site: Site, kind: StoreKind): Site {
  for (const [path, text] of Object.entries(DEPLOY_FILES)) {
    mkdirSync(dirname(join(site.folder, path)), { recursive: true })
    writeFileSync(join(site.folder, path), text)
  }
  if (kind === 'sqlite') appendFileSync(join(site.folder, 'deploy/Caddyfile'), '# Mine.\n')
  else {
    for (const [path, before, after] of Object.values(DEPLOY_EDITS)) {
      // The name in package.json.
      replaceIn(join(site.folder, path), before.replace('anna', 'owner'), after)
    }
  }
  return site
}

/** The command as documented, except that the packages are there already. */
async function createFrom(from: Site): Promise<Site> {
  const site = { ...siteIn('from-clone'), place: from.place }
  const options = ['--from', from.folder, '--no-install']
  await runNpm(folder, ['create', 'reward-codes', 'from-clone', '--', ...options], settings())
  linkPackages(site)
  await succeeds(site, ['migrate', '--yes'])
  return site
}

async function upgradeToNext(site: Site, kind: StoreKind): Promise<Site> {
  if (!tarballs['reward-codes']?.[NEXT]) addVersion(tarballs, NEXT, changeEngine)
  // Pictures once: with a browser that cannot start, the upgrade goes on without.
  const noBrowser = { CHROMIUM_PATH: process.execPath }
  if (kind === 'sqlite') {
    const before = ownFiles(site)
    // Nobody can be asked, so no work is done.
    const { error } = await rewardCodes(site, ['upgrade'])
    expect(error).toBe(
      'Nothing was changed. Confirmation needs a terminal. In a script, add --yes or --dry-run.\n',
    )
    // Two at once, as from two terminals.
    const dryRun = () => rewardCodes(site, ['upgrade', '--dry-run'], noBrowser)
    const [{ exitCode, out }, other] = await Promise.all([dryRun(), dryRun()])
    expect(exitCode).toBe(0)
    expect(other).toMatchObject({ exitCode: 0, out })
    expect(out).toContain('Dry run.')
    expect(out).toContain('made no pictures: ')
    expectReport(out, kind)
    expect(ownFiles(site)).toEqual(before)
  }
  const environment = kind === 'sqlite' ? {} : noBrowser
  const { exitCode, out } = await rewardCodes(site, ['upgrade', '--yes'], environment)
  expect(exitCode).toBe(0)
  expect(out).toContain(`to ${NEXT}`)
  expectReport(out, kind)
  for (const path of updatedBy(kind)) expect(read(site, path)).toContain(NEXT)
  return site
}

function expectReport(out: string, kind: StoreKind) {
  expect(out).toContain('-format: 2\n+format: 3\n')
  expect(out).toContain('+  --page-inset: 84rem;')
  expect(out).toContain(
    'replaces About, copied from 0.1.0, changed by you, original changed since\n',
  )
  // The page and the resume file.
  expect(out).toContain('+Skip to the content')
  expect(out).toContain('+Gdynia, Poland /anna@nowak.test')
  // A password of .env is shown nowhere.
  expect(out).not.toContain('geheim')
  for (const path of updatedBy(kind)) expect(out).toContain(`+++ ${path}\n`)
  for (const path of EDITED[kind]) expect(out).toContain(`Kept ${path}, which you have changed.`)
}

async function checkParts(site: Site, built: Ended) {
  expect(built.error).toContain('Since you copied About into parts/, the original changed.')
  expect(read(site, 'dist/index.html')).toContain('<p>Away in May.</p>')
  const { out: diff } = await rewardCodes(site, ['parts', 'diff', 'About'])
  expect(diff).toContain('+/** The biography, the resume download')
  expect(diff).toContain('+    <Section id={id} heading={about.heading.toUpperCase()}>')
}

/** The database cannot be reached, or has a message that was delivered since, which its copy does not know. */
async function expectRefusal(site: Site) {
  const before = ownFiles(site)
  const noDatabase = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
  const failed = await rewardCodes(site, ['upgrade', '--undo'], noDatabase)
  expect(failed).toMatchObject({ exitCode: 1, out: '' })
  expect(failed.error).toContain('The database cannot be reached: ')
  await changeState(site, 'queued', 'failed')
  const refused = await rewardCodes(site, ['upgrade', '--undo'])
  expect(refused).toMatchObject({ exitCode: 1, out: '' })
  expect(refused.error).toContain('Messages have arrived or were delivered since the migration')
  expect(refused.error).toContain('Nothing was changed.')
  expect(ownFiles(site)).toEqual(before)
  await changeState(site, 'failed', 'queued')
}

/** A next version: other texts and files, another original of a part, and a format that renames a value of the theme. */
function changeEngine(engine: string) {
  replaceIn(join(engine, 'dist/content/format.js'), 'FORMAT = 2', 'FORMAT = 3')
  replaceIn(
    join(engine, 'dist/upgrade/migrations.js'),
    'MIGRATIONS.slice(format - 1)',
    "[...MIGRATIONS, { fields: {}, properties: { '--page-width': '--page-inset' }, variables: {} }].slice(format - 1)",
  )
  for (const template of readdirSync(join(engine, 'deploy'))) {
    appendFileSync(join(engine, 'deploy', template), `# Of ${NEXT}.\n`)
  }
  replaceIn(join(engine, 'dist/deploy/files.js'), "'npm run build'", `'npm run build # ${NEXT}'`)
  replaceIn(join(engine, 'dist/originals.json'), '/** The bio,', '/** The biography,')
  replaceIn(join(engine, 'dist/content/strings/en.js'), 'Skip to content', 'Skip to the content')
  replaceIn(join(engine, 'dist/exports/resume/compose.js'), "text: '·'", "text: '/'")
}

const settings = () => npmSettings(registry.url, join(folder, 'npm-cache'))
const siteIn = (name: string): Site => ({
  folder: join(folder, name),
  place: { DATA_DIR: join(folder, name, 'data') },
})
const read = (site: Site, path: string) => readFileSync(join(site.folder, path), 'utf8')
const locationOf = ({ place }: Site) => ({
  dataFolder: place.DATA_DIR,
  databaseUrl: place.DATABASE_URL,
})

/** The files of the owner, without the database, which the test itself opens. */
const ownFiles = ({ folder }: Site) =>
  Object.fromEntries(Object.entries(hashesOf(folder)).filter(([path]) => !path.startsWith('data/')))

/** Runs a command of the package that is installed in a site. */
function rewardCodes(site: Site, args: string[], environment: Record<string, string> = {}) {
  const command = join(site.folder, 'node_modules/reward-codes/bin/reward-codes.mjs')
  return startProgram([process.execPath, command, ...args], {
    cwd: site.folder,
    env: { ...process.env, COLUMNS: '100', ...settings(), ...environment },
  }).ended
}

async function succeeds(site: Site, args: string[]): Promise<Ended> {
  const ended = await rewardCodes(site, args)
  expect(ended).toMatchObject({ exitCode: 0 })
  return ended
}

/** Opens the database as the gateway does when it starts, and changes the message of a state. */
async function changeState(site: Site, from: State, to: State) {
  const store = await openStore(locationOf(site))
  const message = store.db.updateTable('messages').set({ state: to }).where('state', '=', from)
  await message.where('template_params', 'like', '%Queued.%').execute()
  await store.close()
}
type State = 'queued' | 'failed'

async function messagesOf(site: Site) {
  const { out } = await succeeds(site, ['messages', 'export'])
  type Exported = { state: string; templateParams: { message: string } | null }
  return (JSON.parse(out) as Exported[])
    .map(({ state, templateParams }) => [state, templateParams?.message ?? null])
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

function replaceIn(file: string, before: string, after: string) {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(before)
  writeFileSync(file, text.replace(before, after))
}
