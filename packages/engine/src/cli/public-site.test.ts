import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import type { Document } from 'yaml'
import { findObstacles, findSampleTexts } from './public-site.ts'

const EMAILJS = {
  origin: 'https://api.emailjs.com',
  service: 'service_1',
  template: 'template_1',
  captcha: { provider: 'none' },
}
const OWN_HOST = set('site.url', 'https://anna.dev/')
const STATIC_HOST = set('site.url', 'https://anna.github.io/portfolio/')

function obstaclesAfter(hasMailServer: boolean, ...changes: ((content: Document) => void)[]) {
  const folder = changedSample((content) => {
    for (const change of changes) change(content)
  })
  return findObstacles(loadedFrom(folder), hasMailServer)
}

test('a text is marked on its line, and an entry on the line before it', () => {
  const yaml = `person:
  name: Anna # sample
about:
  bio:
    - >- # sample
      A long text
      in two lines.
    - Mine # a sample of my texts
  figures:
    # sample
    - number: 3+
      description: Years
hero:
  claim: "#sample, or # samples" # sample
`
  expect(findSampleTexts(yaml)).toEqual([
    { line: 2, text: 'name: Anna' },
    { line: 5, text: 'A long text' },
    { line: 10, text: 'number: 3+' },
    { line: 14, text: 'claim: "#sample, or # samples"' },
  ])
})

test('the texts that are left from the sample are listed with their lines', () => {
  const folder = changedSample(OWN_HOST)
  const file = join(folder, 'portfolio.yaml')
  const text = readFileSync(file, 'utf8').replace('greeting: Hi There!', '$& # sample')
  writeFileSync(file, text)
  const line = text.slice(0, text.indexOf('greeting:')).split('\n').length
  const [found = '', ...others] = findObstacles(loadedFrom(folder), true)
  expect(others).toEqual([])
  expect(found).toMatch(/^1 text is left from the sample\. Replace each, and delete its comment/)
  expect(found).toContain(`portfolio.yaml:${line}  greeting: Hi There!`)
})

test.each<[string, boolean, ((content: Document) => void)[]]>([
  ['no URL', false, []],
  ['its own gateway and a mail server', true, [OWN_HOST]],
  [
    'another gateway',
    false,
    [STATIC_HOST, set('contact.form', { origin: 'https://mail.anna.dev' })],
  ],
  ['EmailJS', false, [STATIC_HOST, set('contact.form', { ...EMAILJS, publicKey: 'key_1' })]],
  ['no contact section', false, [OWN_HOST, (content) => void content.delete('contact')]],
])('a site with %s has no obstacle', (_, hasMailServer, changes) => {
  expect(obstaclesAfter(hasMailServer, ...changes)).toEqual([])
})

test.each<[string, boolean, ((content: Document) => void)[], RegExp]>([
  [
    'its own gateway without a mail server',
    false,
    [OWN_HOST],
    /SMTP_URL is not set[\s\S]*SMTP_URL in \.env/,
  ],
  [
    'its own gateway on a static host',
    true,
    [STATIC_HOST],
    /anna\.github\.io cannot receive messages/,
  ],
  [
    'EmailJS without a key',
    true,
    [OWN_HOST, set('contact.form', EMAILJS)],
    /form\.publicKey[\s\S]*dashboard/,
  ],
])('a site with %s has no way for messages', (_, hasMailServer, changes, message) => {
  const [found = '', ...others] = obstaclesAfter(hasMailServer, ...changes)
  expect(others).toEqual([])
  expect(found).toMatch(/portfolio\.yaml:\d+:\d+ {2}contact\.form\./)
  expect(found).toMatch(message)
})

test('the ways out are named', () => {
  expect(obstaclesAfter(false, OWN_HOST)[0]).toContain(
    'a way for messages: the URL of your gateway, https://api.emailjs.com, no contact section or SMTP_URL in .env',
  )
})
