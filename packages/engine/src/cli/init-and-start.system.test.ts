import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
  const card = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Zofia Example',
    'TITLE:Type designer',
    'TEL:+48 22 555 01 03',
    'URL:https://zofia-letters.net/work',
    'END:VCARD',
    '',
  ]
  writeFileSync(join(project.folder, 'card.vcf'), card.join('\r\n'))
})
afterAll(() => project.remove())
beforeEach(() => project.reset())

/** The warnings of the log. */
function warningsIn(out: string) {
  const lines = out.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
}

test.each([
  ['no import', [], 'Maja Zielińska'],
  ['a JSON Resume', ['--import', 'resume.json'], 'Aleksandra Ferreira-Wójcik'],
  ['a LinkedIn export', ['--import', 'linkedin.zip'], 'Bartłomiej Example'],
  ['a vCard', ['--import', 'card.vcf'], 'Zofia Example'],
])(
  'init with %s writes the same with default answers and with --yes, and start serves it',
  async (_, args, name) => {
    // An answer gets the slash that a URL without a path implies.
    const portfolio = () =>
      readFileSync(join(project.content, 'portfolio.yaml'), 'utf8').replace(
        /^( {2}url: .*)\/$/m,
        '$1',
      )
    const answered = await project.enter(['init', ...args])
    expect(answered, answered.out + answered.error).toMatchObject({ exitCode: 0 })
    const written = portfolio()
    project.reset()
    const flags = args.length > 0 ? args : ['--name', name]
    const assumed = await project.run(['init', ...flags, '--yes'])
    expect(assumed, assumed.out + assumed.error).toMatchObject({ exitCode: 0 })
    expect(portfolio()).toBe(written)
    expect(written).not.toContain('phone:')
    let page = ''
    const ended = await project.serve({}, async (url) => {
      page = await (await fetch(url)).text()
    })
    expect(page, ended.error).toContain(name)
    expect(page).not.toContain('Hobbies')
    expect(ended.error).toContain('Advice (optional):')
    if (!written.includes('\n  url:')) expect(warningsIn(ended.out)).toEqual([])
  },
  2 * MINUTES,
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

test(
  'a public site with sample content is built only as a local preview',
  async () => {
    await project.run(['init', '--import', 'card.vcf', '--yes'])
    const served: string[] = []
    const recordUrl = async (url: string) => void served.push(url)
    const first = await project.serve({}, recordUrl)
    expect(warningsIn(first.out)).toMatchObject([
      {
        event: 'mail server missing',
        hint: expect.stringContaining('messages from visitors of https://zofia-letters.net'),
      },
    ])
    const mail = { MAIL_FROM: 'page@zofia-letters.net', MAIL_TO: 'zofia@zofia-letters.net' }
    const again = await project.serve({ SMTP_URL: 'smtp://127.0.0.1:1', ...mail }, recordUrl)
    expect(warningsIn(again.out)).toEqual([])
    expect(again.out).not.toContain('Building')
    for (const { error } of [first, again]) {
      expect(error).toMatch(/Local preview only: \d+ values to\sreplace/)
      expect(error.replaceAll('\n', ' ')).toContain('npm run preflight')
    }
    expect(served).toHaveLength(2)
    // The preview is not built into dist/, from where the site is deployed.
    expect(existsSync(join(project.folder, 'dist'))).toBe(false)
    for (const settings of [
      { HOST: '0.0.0.0' },
      { TRUST_PROXY: '1' },
      { NODE_ENV: 'production' },
    ]) {
      expect(await project.serve(settings, recordUrl)).toMatchObject({
        exitCode: 1,
        error: expect.stringContaining('Build stopped: the site for https://zofia'),
      })
    }
    expect(served).toHaveLength(2)
  },
  3 * MINUTES,
)
