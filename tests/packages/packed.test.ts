import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createdSite, sendMessage, serve } from 'test-fixtures/created-site.ts'
import { LEVELS, ROOT } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'

const START_TIMEOUT = 300_000

/** The content of the sections in the example of all levels. */
const SECTIONS = `
customSections:
  - { id: prices, menuLabel: Prices, heading: Prices, fields: { rows: [{ what: A day, price: 600 EUR }] } }
  - { id: quiz, menuLabel: Quiz, heading: Quiz, fields: { question: Is it fast? } }
`

const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

/** Compiles a site as its owner would. Rejects with what the compiler reports. */
async function checkTypes(cwd: string) {
  const compiled = promisify(execFile)(process.execPath, [COMPILER, '--noEmit'], { cwd })
  await compiled.catch(({ stdout }) => {
    throw new Error(stdout)
  })
}

const { folder, owner } = createdSite('reward-codes-gateway')
const gatewayOnly = join(folder, 'reward-codes-gateway')

test(
  'the types of a new site and of all ways to change its page are correct, and the site is built and served',
  async () => {
    await checkTypes(owner)
    const site = join(folder, 'levels')
    for (const name of ['package.json', 'content']) {
      cpSync(join(owner, name), join(site, name), { recursive: true })
    }
    cpSync(LEVELS, site, { recursive: true })
    appendFileSync(join(site, 'content/portfolio.yaml'), SECTIONS)
    symlinkSync(join(owner, 'node_modules'), join(site, 'node_modules'))
    const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: site })
    await run(join(site, 'node_modules/astro/bin/astro.mjs'), 'build')
    const page = readFileSync(join(site, 'dist/index.html'), 'utf8')
    expect(page).toContain('<div class="wrapped-hero">')
    expect(page).toContain('600 EUR')
    expect(page).toContain('client="idle"')
    {
      await using server = await serve(site, 'astro', 'dev', '--host', '127.0.0.1', '--port', '0')
      const served = await (await fetch(server.url)).text()
      expect(served).toContain('600 EUR')
      expect(served).toContain('client="idle"')
    }
    await checkTypes(site)
  },
  START_TIMEOUT,
)

test(
  'the gateway alone serves a built site and accepts a message',
  async () => {
    cpSync(join(folder, 'levels/dist'), join(gatewayOnly, 'dist'), { recursive: true })
    await using server = await serve(gatewayOnly, 'reward-codes-gateway', 'start')
    expect(await (await fetch(server.url)).text()).toContain('<h1')
    await sendMessage(server.url)
  },
  START_TIMEOUT,
)

test('the gateway has no dependency that only builds pages', () => {
  const installed = readdirSync(join(gatewayOnly, 'node_modules'))
  expect(installed).toContain('fastify')
  for (const name of ['react', 'astro', 'vite', 'sharp', 'reward-codes']) {
    expect(installed).not.toContain(name)
  }
})
