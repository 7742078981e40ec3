import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from 'test-fixtures/folders.ts'
import { freshForm, postForm, solveCaptcha } from 'test-fixtures/gateway.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Our packages by the name under which they are published. */
const PACKAGES = {
  'reward-codes-protocol': 'protocol',
  'reward-codes-gateway': 'gateway',
  'reward-codes': 'engine',
  'create-reward-codes': 'create',
}
const ANSWERS = [
  '--name',
  'Anna Nowak',
  '--headline',
  'Web Developer',
  '--place',
  'Gdynia',
  '--yes',
]
/** The installation downloads packages. */
const INSTALL_TIMEOUT = 300_000
const START_TIMEOUT = 120_000

const { engines } = JSON.parse(readFileSync(join(ROOT, 'packages/engine/package.json'), 'utf8'))
const OLDEST_NODE: string = engines.node.replace('>=', '')

let folder: string
let owner: string
let gatewayOnly: string
let registry: Awaited<ReturnType<typeof startRegistry>>
const nodes: Record<string, string> = { newest: process.execPath }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-packed-'))
  registry = await startRegistry(await packAll(copyRepository(join(folder, 'repository'))))
  await npm(folder, 'create', 'reward-codes', 'owner', '--', ...ANSWERS)
  owner = join(folder, 'owner')
  gatewayOnly = await install('gateway', 'reward-codes-gateway')
  const oldest = await install('node', `node@${OLDEST_NODE}`)
  nodes.oldest = join(oldest, 'node_modules/node/bin/node')
}, INSTALL_TIMEOUT)

afterAll(() => {
  registry?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(['oldest', 'newest'])('on the %s Node', (age) => {
  test(
    "an owner's site is built and served, and accepts a message",
    async () => {
      for (const made of ['dist', '.cache', 'data']) {
        rmSync(join(owner, made), { recursive: true, force: true })
      }
      await using server = await start(age, owner, 'reward-codes')
      expect(await (await fetch(server.url)).text()).toContain('Anna Nowak')
      await sendMessage(server.url)
      expect(readdirSync(join(owner, 'data'))).toContain('messages.db')
    },
    START_TIMEOUT,
  )

  test(
    'the gateway alone serves a built site and accepts a message',
    async () => {
      rmSync(join(gatewayOnly, 'dist'), { recursive: true, force: true })
      cpSync(join(owner, 'dist'), join(gatewayOnly, 'dist'), { recursive: true })
      await using server = await start(age, gatewayOnly, 'reward-codes-gateway')
      expect(await (await fetch(server.url)).text()).toContain('<h1')
      await sendMessage(server.url)
    },
    START_TIMEOUT,
  )
})

test('the engine writes nothing into its own package', () => {
  const made = ['.cache', 'dist/.cache', 'data', 'node_modules/.vite']
  const present = readdirSync(join(owner, 'node_modules/reward-codes'), {
    recursive: true,
    encoding: 'utf8',
  })
  expect(present.filter((name) => made.some((start) => name.startsWith(start)))).toEqual([])
})

test('the gateway has no dependency that only builds pages', () => {
  const installed = readdirSync(join(gatewayOnly, 'node_modules'))
  expect(installed).toContain('fastify')
  for (const name of ['react', 'vite', 'sharp', 'reward-codes']) {
    expect(installed).not.toContain(name)
  }
})

test('the packages contain JavaScript with types, and no TypeScript', () => {
  for (const name of ['reward-codes', 'reward-codes-gateway', 'reward-codes-protocol']) {
    const names = readdirSync(join(owner, 'node_modules', name), {
      recursive: true,
      encoding: 'utf8',
    }).filter((file) => !file.includes('node_modules'))
    expect(names.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([])
    expect(names.some((file) => file.endsWith('.d.ts'))).toBe(true)
  }
})

async function sendMessage(url: string) {
  const form = freshForm({ 'g-recaptcha-response': await solveCaptcha(url) })
  expect(await postForm(url, form)).toMatchObject({ status: 200 })
}

/** A copy for `npm pack`, which changes manifests while other tests run. */
function copyRepository(copy: string): string {
  for (const part of ['package.json', 'tsconfig.base.json', 'tools', 'packages', 'site']) {
    cpSync(join(ROOT, part), join(copy, part), {
      recursive: true,
      filter: (file) =>
        !/node_modules|\.test\.ts$|^.site.(dist|data|\.cache)/.test(file.slice(ROOT.length)),
    })
  }
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      files: [],
      references: ['protocol', 'gateway', 'engine'].map((name) => ({ path: `packages/${name}` })),
    }),
  )
  const modules = join(copy, 'node_modules')
  mkdirSync(modules)
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (!name.startsWith('reward-codes')) {
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
    }
  }
  for (const name of ['protocol', 'gateway']) {
    symlinkSync(join(copy, 'packages', name), join(modules, `reward-codes-${name}`))
  }
  return copy
}

/** The tarballs of our packages, by name. */
async function packAll(copy: string): Promise<Record<string, string>> {
  const tarballs: Record<string, string> = {}
  for (const [name, part] of Object.entries(PACKAGES)) {
    const out = await npm(
      join(copy, 'packages', part),
      'pack',
      '--json',
      '--pack-destination',
      folder,
    )
    const [packed] = Object.values<{ filename: string }>(JSON.parse(out.slice(out.search(/[[{]/))))
    tarballs[name] = join(folder, packed?.filename ?? '')
  }
  return tarballs
}

/** Installs a package into an empty folder outside the repository. */
async function install(name: string, specifier: string): Promise<string> {
  const place = join(folder, name)
  mkdirSync(place)
  writeFileSync(
    join(place, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  )
  await npm(place, 'install', specifier, '--prefer-offline')
  return place
}

/** Runs npm without blocking this process, which serves the registry. */
async function npm(place: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: place,
    env: {
      ...process.env,
      ...(registry && { npm_config_registry: registry.url }),
      // `npm create` keeps what it downloads here, by name and version.
      npm_config_cache: join(folder, 'npm-cache'),
      npm_config_yes: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_loglevel: 'error',
    },
  })
  return stdout
}

async function start(age: string, place: string, command: string) {
  const { PATH, HOME } = process.env
  const child: ChildProcess = spawn(
    nodes[age] ?? '',
    [join(place, 'node_modules', command, 'bin', `${command}.mjs`), 'start'],
    { cwd: place, env: { PATH, HOME, PORT: '0', OPS_PORT: '0' } },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  }
  const ended = once(child, 'exit')
  const isOver = () => child.exitCode !== null
  await expect
    .poll(() => isOver() || / is at http:/.test(output), { timeout: START_TIMEOUT })
    .toBe(true)
  const [, url] = / is at (http:[^ ]+)/.exec(output) ?? []
  if (!url) throw new Error(output)
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * A package registry that has our own packages, from their tarballs by name, and redirects to the
 * configured registry for all others.
 */
async function startRegistry(tarballs: Record<string, string>) {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const name = path.slice(1).replace(/\.tgz$/, '')
    const tarball = tarballs[name]
    if (!tarball) {
      response.writeHead(302, { location: new URL(path, upstream).href }).end()
    } else if (path.endsWith('.tgz')) {
      response.end(readFileSync(tarball))
    } else {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(packument(name, tarball, `${url}/${name}.tgz`)))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

/** What a registry answers for a package with one version. */
function packument(name: string, tarball: string, url: string) {
  const file = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })
  const manifest = JSON.parse(file)
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  return {
    name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist: { tarball: url, integrity } } },
  }
}
