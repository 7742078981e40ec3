import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, hydrated, test } from './site.ts'

const ROOT = join(import.meta.dirname, '../..')

let content: string
let server: ChildProcess
let url: string

test.beforeEach(async () => {
  content = mkdtempSync(join(tmpdir(), 'reward-codes-dev-'))
  cpSync(join(ROOT, 'content'), content, { recursive: true })
  server = spawn(process.execPath, ['src/cli/dev.ts', '--content', content], {
    cwd: ROOT,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  url = await readAddress(server)
})

test.afterEach(async ({ page }) => {
  // A page left open would look for its server.
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill()
  await ended
  rmSync(content, { recursive: true })
})

test('follows a change of content, tells a fault over the page, and goes on when it is mended', async ({
  page,
}) => {
  const file = join(content, 'portfolio.yaml')
  const good = readFileSync(file, 'utf8')
  await page.goto(url)
  await hydrated(page)

  writeFileSync(file, good.replace('Hi There!', 'Good morning!'))
  await expect(page.getByText('Good morning!')).toBeVisible()

  writeFileSync(file, good.replace('greeting:', 'greting:'))
  const overlay = page.locator('vite-error-overlay')
  await expect(overlay).toContainText('portfolio.yaml:29:3  hero.greting')
  await expect(overlay).toContainText('perhaps  greeting')

  writeFileSync(file, good)
  await expect(overlay).toHaveCount(0)
  await expect(page.getByText('Hi There!')).toBeVisible()
  await hydrated(page)
})

test('shows every part in every state on the specimen page', async ({ page }) => {
  await page.goto(`${url}specimen`)
  await expect(page.getByRole('region', { name: 'Carousel of 4' })).toBeVisible()
})

function readAddress(program: ChildProcess): Promise<string> {
  const lines = createInterface({ input: program.stdout ?? process.stdin })
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const [address] = /http:\S+(?= and follows)/.exec(line) ?? []
      if (address) resolve(address)
    })
    program.on('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
}
