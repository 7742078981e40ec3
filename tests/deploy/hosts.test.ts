import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import {
  exampleEnvironment,
  readConfiguration,
} from 'reward-codes-gateway/internal/configuration.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readImageRecipe } from '../fixtures/image.ts'

/** The scripts of a new site. */
const SCRIPTS: Record<string, string> = JSON.parse(read('site/package.json')).scripts

test('the systemd service starts a file of the installed package', () => {
  const [, file = '', command] =
    /^ExecStart=\S+ node (\S+) (\w+)$/m.exec(read('deploy/portfolio.service')) ?? []
  expect(existsSync(join(ROOT, file)), file).toBe(true)
  expect(command).toBe('start')
})

test('the GitHub Pages workflow names the host in the job that builds the site, and rests without Pages', () => {
  const { build, publish } = parse(read('deploy/github-pages.yml')).jobs
  expect(build.env).toEqual({ STATIC_HOST: 'github-pages' })
  expect(build.if).toContain('github.event.repository.has_pages')
  expect(build.steps.at(-1).uses).toMatch(/^withastro\/action@/)
  expect(publish.needs).toBe('build')
  // What the action calls.
  expect(Object.keys(SCRIPTS)).toContain('build')
})

test('every host builds with the Node.js of the tests', () => {
  const version = read('.node-version').trim()
  const { build } = parse(read('deploy/github-pages.yml')).jobs
  expect(String(build.steps.at(-1).with['node-version'])).toBe(version)
  expect(read('deploy/netlify.toml')).toContain(
    `[build.environment]\nNODE_VERSION = "${version}"\n`,
  )
  expect(read('deploy/server.sh')).toContain(`dist/latest-v${version}.x`)
  // With this file, Cloudflare takes no variable from its settings.
  expect(read('deploy/wrangler.toml')).toContain(`[vars]\nNODE_VERSION = "${version}"\n`)
})

// The settings that the guides name for each way to send, as .env has them.

const RECIPES = ['docs/operating.md', 'docs/microsoft-365.md'].flatMap((name) => {
  return read(name)
    .split(/^##+ /m)
    .flatMap((section) => {
      const [, settings] = /^```sh\n([^`]*^MAIL_FROM=[^`]*)^```/m.exec(section) ?? []
      return settings ? [[section.split('\n', 1)[0] ?? '', settings] as const] : []
    })
})

test('the guides have a recipe for each way to send', () => {
  const ways = RECIPES.map(([, text]) => {
    const { MAIL_TRANSPORT: way = 'smtp', OAUTH_CLIENT_ID: application } = parseEnv(text)
    return application ? `${way} with OAuth` : way
  })
  expect([...new Set(ways)]).toEqual(['smtp', 'smtp with OAuth', 'graph with OAuth'])
})

test.each(RECIPES)('the settings of %s are valid, with secrets in quotes', (_, text) => {
  const settings = { MAIL_TO: 'you@example.com', ...parseEnv(text) } as Record<string, string>
  expect(readConfiguration(settings)).toMatchObject({ ok: true })
  // Without quotes, # begins a comment.
  expect(text).not.toMatch(/(PASSWORD|SECRET)=(?!')/)
})

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
  const written = read('deploy/compose.yaml')
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
    const configuration = read('deploy/Caddyfile')
    expect(configuration).toMatch(/^\{\$DOMAIN:[^}]*\} \{$/m)
    expect(configuration).toContain('\treverse_proxy {$UPSTREAM:')
  })

  test('every volume is declared, and every mounted file exists', () => {
    const sources: string[] = [...portfolio.volumes, ...proxy.volumes].map(
      (mount) => mount.split(':')[0],
    )
    const files = sources.filter((source) => source.startsWith('.'))
    expect(Object.keys(volumes)).toEqual(sources.filter((source) => !files.includes(source)))
    expect(files.filter((file) => !existsSync(join(ROOT, 'deploy', file)))).toEqual([])
    expect(files).toContain('./Caddyfile')
  })
})

test('the service of systemd has the same limits', () => {
  const unit = read('deploy/portfolio.service')
  expect(unit).toMatch(/^MemoryMax=512M$/m)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(STOP_SECONDS)
})

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8')
}
