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
const DOMAIN = 'example.com'
/** What an owner's .env has besides a way to send. */
const OWNERS = { MAIL_FROM: 'portfolio@example.com', MAIL_TO: 'you@example.com' }

const WAYS: Record<string, string>[] = [
  { SMTP_HOST: 'mail.example.com', SMTP_USER: 'name', SMTP_PASSWORD: 'a#b' },
  {
    MAIL_TRANSPORT: 'graph',
    OAUTH_TENANT: 'tenant',
    OAUTH_CLIENT_ID: 'id',
    OAUTH_CLIENT_SECRET: 'secret',
  },
]

describe('compose.yaml', () => {
  const written = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')
  const { services, volumes } = parse(written.replace(/\$\{DOMAIN[^}]*\}/g, DOMAIN))
  const { portfolio, proxy } = services
  const recipe = readImageRecipe()
  const settings = { ...recipe.environment, ...portfolio.environment }

  test('the program has known settings, which trust the proxy', () => {
    const known = exampleEnvironment()
    for (const name of Object.keys(portfolio.environment)) expect(known).toContain(`# ${name}=`)
    expect(settings).toMatchObject({ HOST: '0.0.0.0', TRUST_PROXY: '1' })
  })

  test.each(WAYS)('it starts with %j, and requires nothing else in .env than DOMAIN', (way) => {
    const required = [...written.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    expect([portfolio.env_file, new Set(required)]).toEqual(['.env', new Set(['DOMAIN'])])
    const texts = Object.entries(settings).map(([name, value]) => [name, String(value)])
    const environment = { ...Object.fromEntries(texts), ...OWNERS, ...way }
    expect(readConfiguration(environment)).toMatchObject({ ok: true })
  })

  test('it writes to its volume alone, and has limits of rights, memory and time to stop', () => {
    expect(portfolio).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      mem_limit: '512m',
      volumes: [`messages:${settings.DATA_DIR}`],
    })
    expect(Number.parseInt(portfolio.stop_grace_period, 10)).toBeGreaterThan(STOP_SECONDS)
  })

  test('the proxy waits for the health check of the program, and serves the domain from it', () => {
    expect(proxy.depends_on).toEqual({ portfolio: { condition: 'service_healthy' } })
    expect(recipe.healthCheck).not.toEqual([])
    expect(proxy.environment).toEqual({ DOMAIN, UPSTREAM: `portfolio:${settings.PORT}` })
    const configuration = readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8')
    expect(configuration).toMatch(/^\{\$DOMAIN:[^}]*\} \{$/m)
    expect(configuration).toContain('\treverse_proxy {$UPSTREAM:')
  })

  test('every volume is declared, and every mounted file exists', () => {
    const sources: string[] = [...portfolio.volumes, ...proxy.volumes].map(
      (mount) => mount.split(':')[0],
    )
    const files = sources.filter((source) => source.startsWith('.'))
    expect(Object.keys(volumes)).toEqual(sources.filter((source) => !files.includes(source)))
    expect(files.filter((file) => !existsSync(join(DEPLOY, file)))).toEqual([])
    expect(files).toContain('./Caddyfile')
  })
})

test('the service of systemd has the same limits', () => {
  const unit = readFileSync(join(DEPLOY, 'portfolio.service'), 'utf8')
  expect(unit).toMatch(/^MemoryMax=512M$/m)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(STOP_SECONDS)
})
