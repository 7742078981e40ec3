import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { becomeSomebodyElse } from 'test-fixtures/another-person.ts'
import { callOwner } from 'test-fixtures/call-portfolio.ts'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { runCommand } from 'test-fixtures/run-command.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { Document } from 'yaml'
import { runPreflight } from './preflight.ts'

const MAIL = {
  SMTP_URL: 'smtps://name:word@mail.ewa-kowal.dev',
  MAIL_FROM: 'page@ewa-kowal.dev',
  MAIL_TO: 'ewa@ewa-kowal.dev',
}
const EMAILJS = {
  origin: 'https://api.emailjs.com',
  service: 'service_1',
  template: 'template_1',
  captcha: { provider: 'none' },
}
afterEach(() => vi.unstubAllEnvs())

const PUBLIC = set('site.url', 'https://ewa-kowal.dev/')

test('the sample is not ready, and the report is at most 80 columns wide', async () => {
  const { exitCode, out, error } = await check(changedSample())
  expect(exitCode).toBe(1)
  expect(error).toBe('')
  expect(out).toContain('This is data of the fictional person in the sample.\n')
  expect(out).toMatch(/portfolio\.yaml:\d+:\d+\s+projects\.cards\.0\s+"Harbour/)
  expect(out).toMatch(/portfolio\.yaml:\d+:\d+\s+site\.url\s+nothing/)
  expect(out).toMatch(/\nNot ready: 29 values to replace, site\.url missing\.\n$/)
  // The temporary folder has a longer path than an owner's content.
  const report = out.replaceAll(/\S+(?=\/portfolio\.yaml:)/g, 'content')
  const widest = Math.max(...report.split('\n').map((line) => line.length))
  expect(widest).toBeLessThanOrEqual(80)
})

test('content without sample data and with a site URL is ready', async () => {
  const { exitCode, out } = await check(changedSample(becomePublic))
  expect(out).toMatch(/\nReady to publish at https:\/\/ewa-kowal\.dev\/\n$/)
  expect(exitCode).toBe(0)
})

test('a single sample value fails the check, advice does not', async () => {
  const folder = changedSample((content) => {
    becomePublic(content)
    set('brand.text', 'Reward Codes')(content)
    set('projects.cards.0.summary', 'A <b>shop</b>.')(content)
  })
  const { exitCode, out } = await check(folder, ['--json'])
  const { ready, left, missing, advice } = JSON.parse(out)
  expect(exitCode).toBe(1)
  expect({ ready, missing }).toEqual({ ready: false, missing: [] })
  expect(left).toMatchObject([
    { field: 'brand.text', found: '"Reward Codes"', line: 15, column: 3 },
  ])
  expect(advice.map(({ field }: { field: string }) => field)).toContain('projects.cards.0.summary')
})

test('a static host cannot receive messages', async () => {
  const folder = changedSample((content) => {
    becomePublic(content)
    set('site.url', 'https://ewa-kowal.github.io/portfolio/')(content)
  })
  const { exitCode, out } = await check(folder)
  expect(out).toContain('ewa-kowal.github.io is a static host')
  expect(out).toContain('Not ready: contact.form.origin missing.')
  expect(exitCode).toBe(1)
})

test('a public site with its own gateway requires a mail server', async () => {
  const folder = changedSample(becomePublic)
  const { exitCode, out } = await check(folder, [], { SMTP_URL: '' })
  expect(out).toMatch(
    /\nMissing:\n\nNo mail server is configured, so messages are only written to files on/,
  )
  expect(out).toMatch(/ {2}\.env:1:1 +SMTP_URL +nothing\n/)
  expect(out).toContain('Not ready: SMTP_URL missing.')
  expect(exitCode).toBe(1)
})

test.each<[string, (content: Document) => void]>([
  ['EmailJS', set('contact.form', { ...EMAILJS, publicKey: 'key_1' })],
  ['a gateway elsewhere', set('contact.form', { origin: 'https://mail.ewa-kowal.dev' })],
  ['no gateway, without a contact section', (content) => void content.deleteIn(['contact'])],
])('a form that sends to %s needs no mail server', async (_, change) => {
  const folder = changedSample((content) => {
    becomePublic(content)
    change(content)
  })
  const { exitCode, out } = await check(folder, [], { SMTP_URL: '' })
  expect(out).not.toContain('SMTP_URL')
  expect(exitCode, out).toBe(0)
})

test('EmailJS without a public key is not ready', async () => {
  const folder = changedSample((content) => {
    becomePublic(content)
    set('contact.form', EMAILJS)(content)
  })
  const { exitCode, out } = await check(folder)
  expect(exitCode).toBe(1)
  expect(out).toContain('Not ready: contact.form.publicKey missing.')
})

test('content errors are reported before the check', async () => {
  const { exitCode, out, error } = await check(changedSample(set('hero.greting', 'Hello')))
  expect(exitCode).toBe(1)
  expect(error).toContain('unknown field "greting"')
  expect(out).toBe('')
})

test('an image that the build would reject is an error, and so is a folder', async () => {
  const folder = changedSample((content) => {
    becomePublic(content)
    set('brand.image', 'images/folder')(content)
    set('projects.cards.0.imgSrc', 'images/cut.png')(content)
  })
  mkdirSync(join(folder, 'images/folder'))
  writeFileSync(join(folder, 'images/cut.png'), '\x89PNG\r\n', 'latin1')
  const { exitCode, out, error } = await check(folder)
  expect(exitCode).toBe(1)
  expect(error).toContain('"images/folder", which is a folder')
  expect(error).toContain('"images/cut.png", a PNG file that is damaged or truncated')
  expect(out).toBe('')
})

test('an error prints control characters visibly', async () => {
  const { error } = await check(changedSample(set('hero.place\u202e\u009b31m', 'x')))
  expect(error).toContain('unknown field "place<U+202E><U+009B>31m"')
})

test('an unknown option exits with 2 and refers to --help', async () => {
  const { exitCode, error } = await check(changedSample(), ['--jsn'])
  expect(exitCode).toBe(2)
  expect(error).toContain('See: npm run preflight -- --help')
})

test('a public site with sample content is built only with --allow-sample', async () => {
  const folder = changedSample((content) => {
    PUBLIC(content)
    longCareer(content)
  })
  const site = ['build', '--content', folder, '--out', join(folder, 'dist')]
  const refused = await runCommand(site)
  expect(refused.exitCode).toBe(1)
  expect(refused.error).toContain('projects.cards.0')
  expect(refused.error).toContain('Build stopped: the site for https://ewa-kowal.dev/')
  expect(existsSync(join(folder, 'dist'))).toBe(false)

  const { exitCode, out, error } = await runCommand([...site, '--allow-sample'])
  expect(exitCode).toBe(0)
  expect(out).toContain('Built into')
  expect(error).toMatch(/\d+ values to replace/)
  expect(error).toContain('Advice (optional):')
  expect(error).toMatch(/ resume\s+\d+ pages\n/)
  expect(existsSync(join(folder, 'dist/index.html'))).toBe(true)
})

test('a site without a resume is built in a script that no resume font has', async () => {
  const folder = changedSample((content) => {
    set('person.name', '山田 太郎')(content)
    content.delete('resume')
  })
  const built = await runCommand(['build', '--content', folder, '--out', join(folder, 'dist')])
  expect(built.error).toContain('Advice (optional):')
  expect(built.exitCode).toBe(0)
})

function becomePublic(content: Document) {
  becomeSomebodyElse(content)
  PUBLIC(content)
}

function longCareer(content: Document) {
  const [entry] = content.toJS().resume.experience.entries
  const highlights = Array.from({ length: 12 }, (_, index) => `Result ${index} of many.`)
  const entries = Array.from({ length: 20 }, () => ({ ...entry, highlights }))
  set('resume.experience.entries', entries)(content)
}

function check(folder: string, options: string[] = [], settings: Record<string, string> = MAIL) {
  if (!existsSync(join(folder, 'images/own.svg'))) {
    writeFileSync(
      join(folder, 'images/own.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    )
  }
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const args = ['--content', folder, ...options]
  return callOwner((screen) => runPreflight(args, screen), { columns: 80 })
}
