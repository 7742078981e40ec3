import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { type ProjectCopy, projectCopy } from 'test-fixtures/project-copy.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const MINUTES = 60_000

let project: ProjectCopy
beforeAll(() => {
  project = projectCopy()
  copyFileSync(join(IMPORTS, 'resume.json'), join(project.folder, 'resume.json'))
  const tables = join(IMPORTS, 'linkedin')
  const files = readdirSync(tables).map((name) => [name, readFileSync(join(tables, name))])
  writeFileSync(join(project.folder, 'linkedin.zip'), zipSync(Object.fromEntries(files)))
})
afterAll(() => project.remove())
beforeEach(() => project.reset())

test.each([
  ['a JSON Resume', 'resume.json', 'Aleksandra Ferreira-Wójcik'],
  ['a LinkedIn export', 'linkedin.zip', 'Bartłomiej Example'],
])(
  'a site made of %s is served on this machine, and not to the public before its sample texts are replaced',
  async (_, file, name) => {
    const portfolio = join(project.content, 'portfolio.yaml')
    rmSync(portfolio)
    const url = ['--url', 'https://owner.example.com/']
    const made = await project.enter(['init', '--import', file, ...url])
    expect(made, made.out + made.error).toMatchObject({ exitCode: 0 })
    let page = ''
    const visit = async (url: string) => {
      page = await (await fetch(url)).text()
    }
    const ended = await project.serve({}, visit)
    expect(page, ended.out + ended.error).toContain(name)
    expect(page).not.toContain('Hobbies')
    for (const settings of [
      { HOST: '0.0.0.0' },
      { TRUST_PROXY: '1' },
      { NODE_ENV: 'production' },
    ]) {
      const stopped = await project.serve(settings, visit)
      expect(stopped.exitCode).toBe(1)
      expect(stopped.error).toMatch(/5 texts are left[\s\S]*portfolio\.yaml:\d+ {2}number: 50\+/)
    }
    writeFileSync(portfolio, readFileSync(portfolio, 'utf8').replaceAll(/ *# sample$/gm, ''))
    page = ''
    await project.serve({ NODE_ENV: 'production' }, visit)
    expect(page).toContain(name)
  },
  3 * MINUTES,
)

test(
  'the privacy notice states the settings of the gateway, and a changed one rebuilds the site',
  async () => {
    const file = join(project.content, 'portfolio.yaml')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nlegal: { privacy: {} }\n`)
    const serve = async (settings: Record<string, string>) => {
      let notice = ''
      const { out, error } = await project.serve(settings, async (url) => {
        notice = await (await fetch(new URL('privacy.html', url))).text()
      })
      return { notice, isBuilt: out.includes('Building'), out: out + error }
    }
    // A build without the settings of the gateway must not state its defaults.
    await project.run(['build'])
    const built = readFileSync(join(project.folder, 'dist/privacy.html'), 'utf8')
    expect(built).toContain('depends on its settings')
    const first = await serve({})
    expect(first.notice, first.out).toContain('after 180 days')
    const second = await serve({})
    expect(second).toMatchObject({ isBuilt: false, notice: first.notice })
    const third = await serve({ RETENTION_DAYS: '30' })
    expect(third.isBuilt).toBe(true)
    expect(third.notice).toContain('after 30 days')
    expect(third.out).not.toContain('privacy notice outdated')
    writeFileSync(file, readFileSync(file, 'utf8').replace('{}', '{ retentionDays: 90 }'))
    const doctor = (settings = {}) => project.run(['doctor', '--json'], settings)
    expect((await doctor()).out).toContain('retentionDays is 90 in the notice, and 180 here')
    expect((await doctor({ RETENTION_DAYS: '90' })).out).not.toContain('in the notice')
  },
  2 * MINUTES,
)
