import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exampleEnvironment } from 'reward-codes-gateway/configuration'
import { SITE } from 'test-fixtures/folders.ts'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeHeadersFile } from '../exports/security-headers.ts'
import { deployFiles, findInstaller, type SiteFacts, TARGET_NAMES, type Target } from './files.ts'
import { stepsFor } from './steps.ts'
import { compareDeployFiles, findOutdatedFiles } from './write-files.ts'

const FACTS: SiteFacts = { name: 'anna', domain: 'anna.example.com', installer: 'npm' }
const { scripts } = JSON.parse(readFileSync(join(SITE, 'package.json'), 'utf8'))

function written(target: Target, change = (text: string) => text) {
  const folder = freshFolder()
  for (const [path, text] of Object.entries(deployFiles(target, FACTS))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), change(text))
  }
  const states = () => compareDeployFiles(folder, target, FACTS).map(({ state }) => state)
  return { folder, states }
}

/** What an older version wrote, with its hash in the first line. */
function olderText(text: string): string {
  const [header = '', ...lines] = text.split('\n')
  const body = lines.join('\n').replace(/\n$/, ' \n')
  if (!header.startsWith('#')) return `${header}\n${body}`
  const hash = createHash('sha256').update(body).digest('hex')
  return `${header.replace(/sha256 \w+/, `sha256 ${hash}`)}\n${body}`
}

const fileOf = (target: Target, path: string) => deployFiles(target, FACTS)[path] ?? ''
const all = <T>(states: string[], state: T) => states.map(() => state)

describe.each(TARGET_NAMES)('the files of %s', (target) => {
  test('are new in an empty folder, and current once they are written', () => {
    const states = compareDeployFiles(freshFolder(), target, FACTS).map(({ state }) => state)
    expect(states.length).toBeGreaterThan(0)
    expect(states).toEqual(all(states, 'new'))
    expect(written(target).states()).toEqual(all(states, 'current'))
  })

  test('are kept when their owner has changed them', () => {
    const { states } = written(target, (text) => text.replace(/\n$/, ' \n'))
    expect(states()).toEqual(all(states(), 'kept'))
  })

  test('of an older version are outdated, and named as kept once their owner has changed them', () => {
    const written = (change: string) => {
      const folder = freshFolder()
      for (const [path, text] of Object.entries(deployFiles(target, FACTS))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), olderText(text) + change)
      }
      return findOutdatedFiles(folder, FACTS)
        .map(({ path, state }) => [path, state])
        .sort()
    }
    const paths = Object.keys(deployFiles(target, FACTS)).sort()
    // vercel.json does not say who wrote it.
    const outdated = target === 'vercel' ? 'kept' : 'outdated'
    expect(written('')).toEqual(paths.map((path) => [path, outdated]))
    expect(written('\n')).toEqual(paths.map((path) => [path, 'kept']))
  })

  test('are current with the line ends of Windows', () => {
    const { states } = written(target, (text) => text.replaceAll('\n', '\r\n'))
    expect(states()).toEqual(all(states(), 'current'))
  })

  test('call only scripts of a new site', () => {
    const text = Object.values(deployFiles(target, FACTS)).join() + stepsFor(target, FACTS).join()
    for (const [, script] of text.matchAll(/npm run ([\w-]+)/g)) {
      expect(Object.keys(scripts)).toContain(script)
    }
    expect(text).not.toMatch(/(?<!\$)\{ ?\{/)
  })
})

test('a file that an older version wrote is outdated; one that its owner wrote is kept', () => {
  // The domain differs, as the text of an older version does.
  const { folder } = written('server')
  const facts = { ...FACTS, domain: 'www.anna.example.com' }
  const outdated = findOutdatedFiles(folder, facts)
  expect(outdated.map(({ path, state }) => [path, state])).toEqual([
    ['deploy/Caddyfile', 'outdated'],
  ])
  expect(outdated[0]?.after).toContain('\nwww.anna.example.com {\n')
  writeFileSync(join(folder, 'deploy/Caddyfile'), 'anna.example.com {\n}\n')
  expect(findOutdatedFiles(folder, facts)).toEqual([])
})

test('the workflow for Pages builds and uploads the site', () => {
  const { jobs } = parse(fileOf('pages', '.github/workflows/pages.yml'))
  const steps: { run?: string; with?: Record<string, string> }[] = jobs.build.steps
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm run build'])
  expect(steps.at(-1)?.with?.path).toBe('dist')
})

describe.each([
  ['npm', { 'package-lock.json': '{}' }, 'npm ci', ' --omit=dev'],
  ['pnpm', { 'pnpm-lock.yaml': '' }, 'npx --yes pnpm@12 install --frozen-lockfile', ' --prod'],
  [
    'Yarn 1',
    { 'yarn.lock': '# THIS IS AN AUTOGENERATED FILE.\r\n# yarn lockfile v1\r\n' },
    'npx --yes yarn@1 install --frozen-lockfile',
    ' --production',
  ],
  [
    'Yarn',
    { 'yarn.lock': '__metadata:\n' },
    'YARN_IGNORE_PATH=1 npx --yes --package @yarnpkg/cli-dist@4 yarn install --immutable',
    '',
  ],
])('with the lockfile of %s', (manager, files, install, production) => {
  const [lockfile = ''] = Object.keys(files)
  const facts = () => {
    const folder = freshFolder()
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return { ...FACTS, installer: findInstaller(folder) }
  }

  test('the workflow installs what it names', () => {
    const { jobs } = parse(deployFiles('pages', facts())['.github/workflows/pages.yml'] ?? '')
    const [, node, installation] = jobs.build.steps
    expect(installation.run).toBe(install)
    // The action can cache the packages of managers that the machine has.
    expect(node.with.cache).toBe(manager === 'npm' ? 'npm' : '')
  })

  test('the image installs what it names, before the content is copied', () => {
    const { Dockerfile = '' } = deployFiles('compose', facts())
    const [copied = '', run] = Dockerfile.split('WORKDIR /srv/portfolio\n')[1]?.split('\n') ?? []
    expect(copied.split(' ')).toEqual(expect.arrayContaining(['COPY', 'package.json', lockfile]))
    expect(run).toBe(`RUN ${install}${production}`)
  })

  test('the steps name it and install what it names', () => {
    expect(stepsFor('pages', facts()).join()).toContain(` and ${lockfile} committed.`)
    expect(stepsFor('server', facts()).join()).toContain(`run: ${install} && npm run build`)
  })
})

test('vercel.json sets the same headers as the other hosts', () => {
  const { headers } = JSON.parse(fileOf('vercel', 'vercel.json'))
  type Rule = { source: string; headers: { key: string; value: string }[] }
  const lines = headers.flatMap(({ source, headers }: Rule) => [
    source.replace('(.*)', '*'),
    ...headers.map(({ key, value }) => `  ${key}: ${value}`),
  ])
  expect(`${lines.join('\n')}\n`).toBe(makeHeadersFile())
})

test('the compose file sets known variables, mounts existing files and runs without privileges', () => {
  const files = deployFiles('compose', FACTS)
  const { services, volumes } = parse(files['compose.yaml'] ?? '')
  const { portfolio, proxy } = services
  for (const name of Object.keys(portfolio.environment)) {
    expect(exampleEnvironment()).toContain(`# ${name}=`)
  }
  expect(portfolio).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  const sources = [...portfolio.volumes, ...proxy.volumes].map((mount) => mount.split(':')[0])
  for (const source of sources) {
    const isFile = source.startsWith('./')
    expect(Object.keys(isFile ? files : volumes)).toContain(isFile ? source.slice(2) : source)
  }
  expect(files['deploy/Caddyfile']).toContain(
    `reverse_proxy portfolio:${portfolio.environment.PORT}\n`,
  )
})

test('the image copies what a site has, and nothing that is ignored', () => {
  const files = deployFiles('compose', FACTS)
  const recipe = files.Dockerfile ?? ''
  const ignored = (files['.dockerignore'] ?? '').split('\n').filter((line) => /^\w|^\./.test(line))
  const sources = [...recipe.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  )
  expect(sources).toContain('content')
  for (const source of sources) expect(ignored).not.toContain(`${source}/`)
  expect(recipe).toContain('\nUSER node\n')
})
