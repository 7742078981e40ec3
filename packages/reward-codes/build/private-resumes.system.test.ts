import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { set } from 'test-fixtures/change-content.ts'
import { findInFiles, findInTexts } from 'test-fixtures/find-in-files.ts'
import { ASTRO, IN_POLISH, ROOT } from 'test-fixtures/folders.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { freePort } from 'test-fixtures/processes.ts'
import { askPoppler } from 'test-fixtures/programs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertUntracked, writePrivateResumes } from './private-resumes.ts'

const TIMEOUT = 300_000

const PHONE = '+48 600 700 800'
const STREET = 'ul. Ukryta 17'
const RESUMES = ['RewardResume.lead.pdf', 'pl/RewardResume.pl.lead.pdf']
const SECRET_RESULT = 'Negotiated a confidential merger.'

let site: Site
beforeAll(() => {
  site = createSite({ files: IN_POLISH })
  cpSync(join(ROOT, 'packages/create/template/gitignore'), join(site.root, '.gitignore'))
  git('init', '--quiet')
  for (const change of [
    set('site.url', 'https://maja.example.com/'),
    set('resume.experience.entries.0.highlights', [{ text: SECRET_RESULT, for: ['lead'] }]),
    set('projects.cards.1.for', ['page', 'headhunters']),
    set('projects.cards.2', {
      title: 'Reorganisation',
      for: ['lead'],
      imgSrc: 'images/secret.svg',
      imgAlt: 'A plan',
    }),
    set('resumes', [
      { name: 'lead', tags: ['lead', 'headhunters'], private: true },
      { name: 'short', tags: ['short'] },
    ]),
  ]) {
    site.edit(change)
  }
  mkdirSync(join(site.content, 'projects'))
  writeFileSync(
    join(site.content, 'projects/reorganisation.md'),
    'What was confidential.\n\n![A plan](../images/secret-plan.svg)\n',
  )
  for (const name of ['secret', 'secret-plan']) {
    const drawing = readFileSync(join(site.content, 'images/trail.svg'), 'utf8')
    writeFileSync(
      join(site.content, `images/${name}.svg`),
      drawing.replace('<rect', `<!--${name}--><rect`),
    )
  }
})
afterAll(() => site.remove())

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: site.root, encoding: 'utf8' })
}

async function doctor(): Promise<string> {
  return (await site.run(['doctor'])).out
}

function textOf(...path: string[]): string {
  return askPoppler('pdftotext', readFileSync(join(site.root, ...path))).replace(/\s+/g, ' ')
}

test(
  'what is private is in the private resumes, and nowhere in the site',
  async () => {
    expect(await doctor()).toMatch(/warning +private +the private resumes have no telephone/)
    const warnings: string[] = []
    await writePrivateResumes(site, (warning) => warnings.push(warning))
    expect(warnings).toEqual(
      RESUMES.map(
        (name) =>
          `private/${name} has no telephone number and no postal address, because there is no content/private.yaml.`,
      ),
    )
    for (const name of RESUMES) expect(textOf('private', name)).toContain(SECRET_RESULT)
    const { found } = findInFiles([join(site.root, 'private')], [SECRET_RESULT])
    expect(found.map(({ file }) => relative(join(site.root, 'private'), file)).sort()).toEqual([
      'RewardResume.lead.docx',
      'RewardResume.lead.txt',
      'pl/RewardResume.pl.lead.docx',
      'pl/RewardResume.pl.lead.txt',
    ])

    writeFileSync(
      join(site.content, 'private.yaml'),
      `phone: "${PHONE}"\naddress: |\n  ${STREET}\n  80-001 Gdańsk\n`,
    )
    const { exitCode, out, error } = await site.build()
    expect(exitCode, out + error).toBe(0)
    expect(out + error).not.toContain('postal address')
    for (const name of RESUMES) {
      expect(textOf('private', name)).toContain(
        `${STREET}, 80-001 Gdańsk · hello@example.com · ${PHONE}`,
      )
    }

    const dist = join(site.root, 'dist')
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => /reorganisation|secret/.test(file))).toEqual([])
    const pdfs = files.filter((file) => file.endsWith('.pdf')).sort()
    expect(pdfs).toEqual([
      'RewardResume.pdf',
      'RewardResume.short.pdf',
      'pl/RewardResume.pl.pdf',
      'pl/RewardResume.pl.short.pdf',
    ])
    const [whole = '', short = ''] = pdfs.map((file) => textOf('dist', file))
    expect(whole).toContain('Lesson Planner')
    expect(short).not.toContain('Lesson Planner')
    const secrets = [
      PHONE,
      PHONE.replaceAll(' ', ''),
      '600 700',
      STREET,
      'Ukryta',
      'confidential',
      'headhunters',
      '.lead.',
    ]
    const texts = Object.fromEntries(pdfs.map((file) => [file, textOf('dist', file)]))
    expect(findInFiles([dist], secrets).found).toEqual([])
    expect(findInTexts(texts, secrets).found).toEqual([])
  },
  TIMEOUT,
)

test(
  'a build stops while git tracks what is private, and names the command that repairs it',
  async () => {
    writeFileSync(join(site.content, 'private.yaml'), `phone: "${PHONE}"\n`)
    git('add', '--all')
    expect(git('ls-files')).not.toContain('private')
    git('add', '--force', 'content/private.yaml')
    expect(await doctor()).toMatch(/failed +private +git tracks content\/private\.yaml/)
    const { exitCode, out, error } = await site.build()
    expect(exitCode).toBe(1)
    expect(out + error).toMatch(/run: git rm --cached content\/private\.yaml\n/)
    git('rm', '--cached', 'content/private.yaml')
    expect(git('ls-files')).not.toContain('private')
    expect(existsSync(join(site.content, 'private.yaml'))).toBe(true)
    assertUntracked(site.root)
    expect(await doctor()).not.toContain(' private ')
  },
  TIMEOUT,
)

test(
  'in development, no address leads to what is private',
  async () => {
    writeFileSync(join(site.content, 'private.yaml'), `phone: "${PHONE}"\n`)
    writeFileSync(join(site.root, '.env'), '')
    writeFileSync(join(site.root, 'private/notes.odt'), 'mine')
    const port = String(await freePort())
    const dev = site.start([process.execPath, ASTRO, 'dev', '--host', '127.0.0.1', '--port', port])
    try {
      await dev.until(/(watching for file changes)/)
      const statusOf = async (path: string) =>
        (await fetch(`http://127.0.0.1:${port}${path}`)).status
      expect(await statusOf('/RewardResume.short.pdf')).toBe(200)
      expect(await statusOf('/RewardResume.lead.pdf')).toBe(404)
      for (const file of [
        'content/private.yaml',
        'content/private.yaml?raw',
        'private/RewardResume.lead.pdf',
        'private/pl/RewardResume.pl.lead.pdf',
        'private/pl/RewardResume.pl.lead.docx',
        'private/RewardResume.lead.txt',
        'private/notes.odt',
        '.env',
      ]) {
        expect.soft(await statusOf(`/${file}`), file).toBe(403)
        expect.soft(await statusOf(`/@fs${site.root}/${file}`), file).toBe(403)
      }
    } finally {
      dev.child.kill()
      await dev.ended
    }
  },
  TIMEOUT,
)

test(
  'a mistake in private.yaml stops a build with its place',
  async () => {
    writeFileSync(join(site.content, 'private.yaml'), 'phon: "+48 600 700 800"\naddress: 7\n')
    await expect(writePrivateResumes(site, () => {})).rejects.toMatchObject({
      message: expect.stringMatching(
        /private\.yaml:1:1 {2}phon\n +found +unknown field "phon"[\s\S]+private\.yaml:2:1 {2}address\n +found +the number 7/,
      ),
      hint: 'phon: did you mean phone?',
    })
    expect(await doctor()).toMatch(/failed +private +.*\n.*\n.*private\.yaml:1:1/)
  },
  TIMEOUT,
)
