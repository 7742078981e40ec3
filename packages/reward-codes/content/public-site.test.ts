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

function obstaclesAfter(...changes: ((content: Document) => void)[]) {
  const folder = changedSample((content) => {
    for (const change of changes) change(content)
  })
  return findObstacles(loadedFrom(folder))
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
  const [found = '', ...others] = findObstacles(loadedFrom(folder))
  expect(others).toEqual([])
  expect(found).toMatch(/^1 text is left from the sample\. Replace each, and delete its comment/)
  expect(found).toContain(`portfolio.yaml:${line}  greeting: Hi There!`)
})

test.each<[string, ((content: Document) => void)[]]>([
  ['no URL', []],
  ['its own gateway', [OWN_HOST]],
  ['another gateway', [STATIC_HOST, set('contact.form', { origin: 'https://mail.anna.dev' })]],
  ['EmailJS', [STATIC_HOST, set('contact.form', { ...EMAILJS, publicKey: 'key_1' })]],
  ['no contact section', [STATIC_HOST, (content) => void content.delete('contact')]],
])('a site with %s has no obstacle', (_, changes) => {
  expect(obstaclesAfter(...changes)).toEqual([])
})

test.each<[string, ((content: Document) => void)[], RegExp]>([
  [
    'its own gateway on a static host',
    [STATIC_HOST],
    /anna\.github\.io cannot receive messages[\s\S]*the URL of your gateway, https:\/\/api\.emailjs\.com or no contact section/,
  ],
  [
    'EmailJS without a key',
    [OWN_HOST, set('contact.form', EMAILJS)],
    /form\.publicKey[\s\S]*dashboard/,
  ],
])('a site with %s has no way for messages', (_, changes, message) => {
  const [found = '', ...others] = obstaclesAfter(...changes)
  expect(others).toEqual([])
  expect(found).toMatch(/portfolio\.yaml:\d+:\d+ {2}contact\.form\./)
  expect(found).toMatch(message)
})
