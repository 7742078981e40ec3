import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { IMPORTS } from 'test-fixtures/folders.ts'
import { type ProjectCopy, projectCopy } from 'test-fixtures/project-copy.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

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

describe.each([
  ['no import', [], 'Maja Zielińska'],
  ['a JSON Resume', ['--import', 'resume.json'], 'Aleksandra Ferreira-Wójcik'],
  ['a LinkedIn export', ['--import', 'linkedin.zip'], 'Bartłomiej Example'],
  ['a vCard', ['--import', 'card.vcf'], 'Zofia Example'],
])('after init with %s', (_, args, name) => {
  const flags = args.length > 0 ? args : ['--name', name]
  test.each([
    ['default answers', () => project.enter(['init', ...args])],
    ['--yes', () => project.run(['init', ...flags, '--yes'])],
  ])(
    'with %s, start serves the page and prints the advice',
    async (_, init) => {
      const begun = await init()
      expect(begun, begun.out + begun.error).toMatchObject({ exitCode: 0 })
      let page = ''
      const ended = await project.serve({}, async (url) => {
        page = await (await fetch(url)).text()
      })
      expect(page, ended.error).toContain(name)
      expect(page).not.toContain('Hobbies')
      expect(ended.error).toContain('Advice (optional):')
      expect(readFileSync(join(project.content, 'portfolio.yaml'), 'utf8')).not.toContain('phone:')
    },
    2 * MINUTES,
  )
})

test(
  'start warns about a public site without a mail server',
  async () => {
    const warnings = async (settings: Record<string, string>) => {
      const { out } = await project.serve(settings, async () => {})
      const lines = out.split('\n').filter((line) => line.startsWith('{'))
      return lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
    }
    await project.run(['init', '--import', 'card.vcf', '--yes'])
    expect(await warnings({})).toMatchObject([
      {
        event: 'mail server missing',
        hint: expect.stringContaining('messages from visitors of https://zofia-letters.net'),
      },
    ])
    const mail = { MAIL_FROM: 'page@zofia-letters.net', MAIL_TO: 'zofia@zofia-letters.net' }
    expect(await warnings({ SMTP_URL: 'smtp://127.0.0.1:1', ...mail })).toEqual([])
    project.reset()
    expect(await warnings({})).toEqual([])
  },
  2 * MINUTES,
)

test(
  'a public site with sample content is built only as a local preview',
  async () => {
    await project.run(['init', '--import', 'card.vcf', '--yes'])
    const served: string[] = []
    const recordUrl = async (url: string) => void served.push(url)
    for (const _ of ['built', 'built before']) {
      const { error } = await project.serve({}, recordUrl)
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
    expect(await project.run(['build'])).toMatchObject({ exitCode: 1 })
    expect(await project.run(['preflight'])).toMatchObject({ exitCode: 1 })
  },
  3 * MINUTES,
)
