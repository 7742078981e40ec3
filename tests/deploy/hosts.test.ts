import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfiguration } from 'reward-codes-gateway/internal/configuration.ts'
import { ROOT } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

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

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8')
}
