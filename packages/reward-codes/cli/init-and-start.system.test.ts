import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMAND, IMPORTS } from 'test-fixtures/folders.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { need } from 'test-fixtures/programs.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const MINUTES = 60_000

let site: Site
beforeAll(() => {
  site = createSite()
  copyFileSync(join(IMPORTS, 'resume.json'), join(site.root, 'resume.json'))
})
afterAll(() => site.remove())
beforeEach(() => site.reset())

test(
  'a site made of a JSON Resume is served, and not built for the public before its texts are written',
  async () => {
    const portfolio = join(site.content, 'portfolio.yaml')
    rmSync(portfolio)
    const made = await enter(['init', '--import', 'resume.json'])
    expect(made, made.out + made.error).toMatchObject({ exitCode: 0 })
    site.edit((content) => content.setIn(['site', 'url'], 'https://owner.example.com/'))
    let page = ''
    const visit = async (url: string) => {
      page = await (await fetch(url)).text()
    }
    const stopped = await serve({}, visit)
    expect(stopped.exitCode).toBe(1)
    expect(stopped.out + stopped.error).toMatch(
      /yours to write[\s\S]*portfolio\.yaml:\d+ {2}form: gateway/,
    )
    writeFileSync(portfolio, readFileSync(portfolio, 'utf8').replaceAll(/ *# TODO$/gm, ''))
    const ended = await serve({ NODE_ENV: 'production' }, visit)
    expect(page, ended.out + ended.error).toContain('Aleksandra Ferreira-Wójcik')
    expect(page).not.toContain('Hobbies')
  },
  5 * MINUTES,
)

test(
  'the privacy notice states the settings of the gateway, and a changed one rebuilds the site',
  async () => {
    const file = join(site.content, 'portfolio.yaml')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nlegal: { privacy: {} }\n`)
    const serveNotice = async (settings: Record<string, string>) => {
      let notice = ''
      const { out, error } = await serve(settings, async (url) => {
        notice = await (await fetch(new URL('privacy/', url))).text()
      })
      return { notice, isBuilt: out.includes('built in'), out: out + error }
    }
    const first = await serveNotice({})
    expect(first.notice, first.out).toContain('server: 180 days')
    const second = await serveNotice({})
    expect(second).toMatchObject({ isBuilt: false, notice: first.notice })
    const third = await serveNotice({ RETENTION_DAYS: '30' })
    expect(third.isBuilt).toBe(true)
    expect(third.notice).toContain('server: 30 days')
  },
  5 * MINUTES,
)

/** Runs a command on a terminal and answers every prompt with Enter. */
function enter(args: string[]) {
  const command = [process.execPath, COMMAND, ...args].map((part) => `'${part}'`).join(' ')
  const script = [need('SCRIPT_PATH'), '--quiet', '--return', '--command', command, '/dev/null']
  const { child, ended } = site.start(script)
  child.stdout?.on('data', (chunk) => String(chunk).endsWith(': ') && child.stdin?.write('\n'))
  return ended
}

/** Serves the site while `use` runs. Returns the exit code and output of the program. */
async function serve(settings: Record<string, string>, use: (url: string) => Promise<void>) {
  const command = [process.execPath, COMMAND, 'start']
  const { child, ended, until } = site.start(command, { OPS_PORT: '0', PORT: '0', ...settings })
  const address = await until(/Your site is at (http:[^ ]+)/).catch(() => undefined)
  try {
    if (address) await use(address)
  } finally {
    child.kill('SIGTERM')
  }
  return ended
}
