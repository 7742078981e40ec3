import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Document } from 'yaml'
import { becomeSomebodyElse } from '../../tests/fixtures/another-person.ts'
import { changedSample, set } from '../../tests/fixtures/change-content.ts'
import { runCommand } from '../../tests/fixtures/run-command.ts'

const PUBLIC = set('site.url', 'https://ewa-kowal.dev/')

test('the sample is not ready: all that is left and missing stands in lines of 80 cells', async () => {
  const { exitCode, out, error } = await check(changedSample())
  expect(exitCode).toBe(1)
  expect(error).toBe('')
  expect(out).toContain("Visitors would take the sample's projects for your work.\n")
  expect(out).toMatch(/portfolio\.yaml:\d+:\d+\s+projects\.cards\.0\s+"Harbour/)
  expect(out).toMatch(/portfolio\.yaml:\d+:\d+\s+site\.url\s+nothing/)
  expect(out).toMatch(/\nNot ready: 27 values to be replaced, site\.url missing\.\n$/)
  const widest = Math.max(...out.split('\n').map((line) => line.length))
  expect(widest).toBeLessThanOrEqual(80)
})

test('the content of another person with an address is ready', async () => {
  const { exitCode, out } = await check(changedSample(becomePublic))
  expect(out).toMatch(/\nReady for https:\/\/ewa-kowal\.dev\/\n$/)
  expect(out).toMatch(/^Advice.*word for word the sample's.*services\.cards\.3\.description/ms)
  expect(exitCode).toBe(0)
})

test('one value that is left is enough, and advice alone is not', async () => {
  const folder = changedSample((content) => {
    becomePublic(content)
    set('brand.text', 'Reward Codes')(content)
    set('projects.cards.0.title', 'Shop (work in progress)')(content)
  })
  const { exitCode, out } = await check(folder, '--json')
  const { ready, left, missing, advice, notCompared } = JSON.parse(out)
  expect(exitCode).toBe(1)
  expect({ ready, missing, notCompared }).toEqual({ ready: false, missing: [], notCompared: null })
  expect(left).toMatchObject([
    { field: 'brand.text', found: '"Reward Codes"', line: 15, column: 3 },
  ])
  expect(advice.map(({ field }: { field: string }) => field)).toContain('projects.cards.0.title')
})

test('a host that serves files alone cannot take messages in', async () => {
  const folder = changedSample((content) => {
    becomePublic(content)
    set('site.url', 'https://ewa-kowal.github.io/portfolio/')(content)
  })
  const { exitCode, out } = await check(folder)
  expect(out).toContain('Nothing at ewa-kowal.github.io can take a message in')
  expect(out).toContain('Not ready: contact.form.origin missing.')
  expect(exitCode).toBe(1)
})

test('EmailJS without a key of its own is missing something', async () => {
  const folder = changedSample((content) => {
    becomePublic(content)
    set('contact.form', {
      origin: 'https://api.emailjs.com',
      service: 'service_1',
      template: 'template_1',
      captcha: { provider: 'none' },
    })(content)
  })
  const { exitCode, out } = await check(folder)
  expect(exitCode).toBe(1)
  expect(out).toContain('Not ready: contact.form.publicKey missing.')
})

test('a sample that cannot be read is told, and what is plainly made up is found even so', async () => {
  const folder = changedSample()
  writeFileSync(join(folder, 'portfolio.sample.yaml'), 'site: 1\n')
  const { exitCode, out } = await check(folder)
  expect(exitCode).toBe(1)
  expect(out).toContain('content/portfolio.sample.yaml has faults, so only what is plainly made up')
  expect(out).toContain('The address is an example and leads nowhere.')
})

test('faults come before anything else', async () => {
  const { exitCode, out, error } = await check(changedSample(set('hero.greting', 'Hello')))
  expect(exitCode).toBe(1)
  expect(error).toContain('the unknown field "greting"')
  expect(out).toBe('')
})

test('a picture that the build would refuse is a fault, and so is a folder in its place', async () => {
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
  expect(error).toContain('"images/cut.png", a PNG file that is damaged or ends too early')
  expect(out).toBe('')
})

test('a fault shows what a terminal would obey', async () => {
  const { error } = await check(changedSample(set('hero.place\u202e\u009b31m', 'x')))
  expect(error).toContain('the unknown field "place<U+202E><U+009B>31m"')
})

test('an option that is not there is told with where to look', async () => {
  const { exitCode, error } = await check(changedSample(), '--jsn')
  expect(exitCode).toBe(2)
  expect(error).toContain('See: npm run publish-check -- --help')
})

test('a public site is not built from the sample, unless that is asked for', async () => {
  const folder = changedSample(PUBLIC)
  const site = ['build', '--content', folder, '--out', join(folder, 'dist')]
  const refused = await runCommand(site)
  expect(refused.exitCode).toBe(1)
  expect(refused.error).toContain('projects.cards.0')
  expect(refused.error).toContain('Nothing was built: the site is meant for https://ewa-kowal.dev/')
  expect(existsSync(join(folder, 'dist'))).toBe(false)

  const asked = await runCommand([...site, '--allow-sample'])
  expect(asked.exitCode).toBe(0)
  expect(asked.error).toContain('the site still holds 27 values to be replaced')
  expect(existsSync(join(folder, 'dist/index.html'))).toBe(true)
})

test('a site without an address is built from the sample, with advice that stops nothing', async () => {
  const folder = changedSample(longCareer)
  const site = ['build', '--content', folder, '--out', join(folder, 'dist')]
  const { exitCode, out, error } = await runCommand(site)
  expect(exitCode).toBe(0)
  expect(out).toContain('Built into')
  expect(error).toContain('Advice, which stops nothing:')
  expect(error).toMatch(/site\.url\s+nothing/)
  expect(error).toMatch(/ resume\s+\d+ pages\n/)
})

function becomePublic(content: Document) {
  becomeSomebodyElse(content)
  PUBLIC(content)
}

function longCareer(content: Document) {
  const [entry] = content.toJS().resume.experience.entries
  const highlights = Array.from({ length: 12 }, (_, place) => `Result ${place} of many.`)
  const entries = Array.from({ length: 20 }, () => ({ ...entry, highlights }))
  set('resume.experience.entries', entries)(content)
}

function check(folder: string, ...options: string[]) {
  if (!existsSync(join(folder, 'images/own.svg'))) {
    writeFileSync(
      join(folder, 'images/own.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    )
  }
  return runCommand(['publish-check', '--content', folder, ...options])
}
