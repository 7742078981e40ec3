import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  exampleEnvironment,
  readConfiguration,
} from 'reward-codes-gateway/internal/configuration.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readImageRecipe } from '../fixtures/image.ts'

const DEPLOY = join(ROOT, 'deploy')
/** How long a gateway takes to stop at the most. */
const STOP_SECONDS = 9.5
const NAMED_VOLUME = /^[\w-]+$/

/** What an owner's .env has besides a way to send. */
const OWNERS = {
  DOMAIN: 'example.com',
  MAIL_FROM: 'portfolio@example.com',
  MAIL_TO: 'you@example.com',
}

const WAYS: Record<string, string>[] = [
  { SMTP_HOST: 'mail.example.com', SMTP_USER: 'name', SMTP_PASSWORD: 'a#b' },
  {
    MAIL_TRANSPORT: 'graph',
    OAUTH_TENANT: 'tenant',
    OAUTH_CLIENT_ID: 'id',
    OAUTH_CLIENT_SECRET: 'secret',
  },
]

type Service = {
  build?: string
  env_file?: string
  mem_limit?: string
  stop_grace_period?: string
  environment?: Record<string, string | number>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: unknown
  read_only?: boolean
  cap_drop?: string[]
}
type Composition = { services: Record<string, Service>; volumes: Record<string, unknown> }

describe('compose.yaml', () => {
  const written = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')
  const text = written.replace(/\$\{(\w+)[^}]*\}/g, ownersValue)
  const { services, volumes }: Composition = parse(text)
  const all = Object.entries(services)
  const ours = all.filter(([, { build }]) => build !== undefined)

  test('sets only known variables with valid values', () => {
    const known = exampleEnvironment()
    expect(ours.length).toBeGreaterThan(0)
    for (const [, { environment = {} }] of ours) {
      for (const name of Object.keys(environment)) expect(known).toContain(`# ${name}=`)
      expect(readConfiguration(settingsOf(environment))).toMatchObject({ ok: true })
    }
  })

  test('our programs trust the proxy, and have a read-only root and no capabilities', () => {
    for (const [, { environment = {}, read_only, cap_drop }] of ours) {
      expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] })
      expect(settingsOf(environment)).toMatchObject({ HOST: '0.0.0.0', TRUST_PROXY: '1' })
    }
  })

  test('the proxy waits for a program with a health check', () => {
    const awaited = all.flatMap(([, { depends_on = {} }]) => Object.entries(depends_on))
    expect(awaited).toEqual([['portfolio', { condition: 'service_healthy' }]])
    expect(readImageRecipe().healthCheck).toBeTruthy()
  })

  test.each(WAYS)('starts with %j, and requires nothing else in .env', (way) => {
    for (const [, variable = ''] of written.matchAll(/\$\{(\w+)/g)) {
      expect(Object.keys(OWNERS)).toContain(variable)
    }
    for (const [, { env_file, environment = {} }] of ours) {
      expect(env_file).toBe('.env')
      expect(readConfiguration({ ...settingsOf(environment), ...way })).toMatchObject({ ok: true })
    }
  })

  test('each program has a limit of memory, and more time to stop than it takes', () => {
    for (const [, { mem_limit, stop_grace_period = '' }] of ours) {
      expect(mem_limit).toBe('512m')
      expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(STOP_SECONDS)
    }
  })

  test('each program without an external database stores its data on a volume', () => {
    for (const [, { environment = {}, volumes: mounts = [] }] of ours) {
      const { DATABASE_URL: database, DATA_DIR: folder } = settingsOf(environment)
      const mountPaths = mounts.map((mount) => mount.split(':')[1])
      if (database) expect(Object.keys(services)).toContain(new URL(database).hostname)
      else expect(mountPaths).toContain(folder)
    }
  })

  test('every volume is declared, and every mounted file exists', () => {
    const sources = all.flatMap(([, service]) =>
      (service.volumes ?? []).map((mount) => mount.split(':')[0] ?? ''),
    )
    const named = sources.filter((source) => NAMED_VOLUME.test(source))
    expect(Object.keys(volumes).sort()).toEqual([...new Set(named)].sort())
    for (const source of sources.filter((source) => !NAMED_VOLUME.test(source))) {
      expect(existsSync(join(DEPLOY, source)), source).toBe(true)
    }
  })

  test('the proxy serves the domain from every program of ours', () => {
    const { environment = {}, volumes: mounts = [] } = services.proxy ?? {}
    const mounted = mounts.find((mount) => mount.includes('Caddyfile'))?.split(':')[0] ?? ''
    const text = readFileSync(join(DEPLOY, mounted), 'utf8').replace(
      /\{\$(\w+)[^}]*\}/g,
      (_, name) => String(environment[name]),
    )
    expect(text).toContain(`\n${OWNERS.DOMAIN} {\n`)
    const upstreams = ours.map(
      ([name, { environment = {} }]) => `${name}:${settingsOf(environment).PORT}`,
    )
    expect(text).toContain(`reverse_proxy ${upstreams.join(' ')} {\n`)
  })
})

test('the service of systemd has the same limits', () => {
  const unit = readFileSync(join(DEPLOY, 'portfolio.service'), 'utf8')
  expect(unit).toMatch(/^MemoryMax=512M$/m)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(STOP_SECONDS)
})

function ownersValue(_: string, name: string): string {
  return OWNERS[name as keyof typeof OWNERS]
}

/** The environment of a program: from the image, from .env and from the compose file. */
function settingsOf(environment: Record<string, string | number>): Record<string, string> {
  return { ...readImageRecipe().environment, ...OWNERS, ...asTexts(environment) }
}

function asTexts(environment: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, String(value)]),
  )
}
