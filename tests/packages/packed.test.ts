import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
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
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { freshForm, postForm, solveCaptcha } from 'test-fixtures/gateway.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const PACKAGES = ['protocol', 'gateway', 'engine']
/** The installation downloads packages. */
const INSTALL_TIMEOUT = 300_000
const START_TIMEOUT = 120_000

const { engines } = JSON.parse(readFileSync(join(ROOT, 'packages/engine/package.json'), 'utf8'))
const OLDEST_NODE: string = engines.node.replace('>=', '')

let folder: string
let owner: string
let gatewayOnly: string
const nodes: Record<string, string> = { newest: process.execPath }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-packed-'))
  const tarballs = packAll(copyRepository(join(folder, 'repository')))
  owner = install('owner', { 'reward-codes': tarballs.engine }, tarballs)
  cpSync(SAMPLE_FOLDER, join(owner, 'content'), { recursive: true })
  gatewayOnly = install('gateway', { 'reward-codes-gateway': tarballs.gateway }, tarballs)
  const oldest = install('node', { node: OLDEST_NODE }, tarballs)
  nodes.oldest = join(oldest, 'node_modules/node/bin/node')
}, INSTALL_TIMEOUT)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(['oldest', 'newest'])('on the %s Node', (age) => {
  test(
    "an owner's site is built and served, and accepts a message",
    async () => {
      for (const made of ['dist', '.cache', 'data']) {
        rmSync(join(owner, made), { recursive: true, force: true })
      }
      await using server = await start(age, owner, 'reward-codes')
      expect(await (await fetch(server.url)).text()).toContain('<h1')
      await sendMessage(server.url)
      expect(readdirSync(join(owner, 'data'))).toContain('messages.db')
    },
    START_TIMEOUT,
  )

  test(
    'the gateway gatewayOnly serves a built site and accepts a message',
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
  for (const part of ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'tools', 'packages']) {
    cpSync(join(ROOT, part), join(copy, part), {
      recursive: true,
      filter: (file) => !/node_modules|\.test\.ts$/.test(file.slice(ROOT.length)),
    })
  }
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      files: [],
      references: PACKAGES.map((name) => ({ path: `packages/${name}` })),
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

type Tarballs = Record<(typeof PACKAGES)[number], string>

function packAll(copy: string): Tarballs {
  return Object.fromEntries(
    PACKAGES.map((name) => {
      const out = npm(join(copy, 'packages', name), 'pack', '--json', '--pack-destination', folder)
      const [packed] = Object.values<{ filename: string }>(
        JSON.parse(out.slice(out.search(/[[{]/))),
      )
      return [name, join(folder, packed?.filename ?? '')]
    }),
  )
}

/** Installs packages into an empty folder outside the repository, our own from the tarballs. */
function install(name: string, dependencies: object, tarballs: Tarballs): string {
  const place = join(folder, name)
  mkdirSync(place)
  const manifest = {
    private: true,
    type: 'module',
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([key, value]) => [
        key,
        value.startsWith('/') ? `file:${value}` : value,
      ]),
    ),
    overrides: Object.fromEntries(
      Object.keys(dependencies).includes('reward-codes-gateway')
        ? [['reward-codes-protocol', `file:${tarballs.protocol}`]]
        : ['gateway', 'protocol'].map((key) => [`reward-codes-${key}`, `file:${tarballs[key]}`]),
    ),
    allowScripts: { node: true },
  }
  writeFileSync(join(place, 'package.json'), JSON.stringify(manifest))
  npm(place, 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error')
  return place
}

function npm(place: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: place, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`)
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
