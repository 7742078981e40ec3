import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import type { Document } from 'yaml'
import { findObstacles, findTodos } from './public-site.ts'

const ACCOUNT = { publicKey: 'key_1', service: 'service_1', template: 'template_1' }
const OWN_HOST = set('site.url', 'https://anna.dev/')
const STATIC_HOST = set('site.url', 'https://anna.github.io/portfolio/')

async function obstaclesAfter(...changes: ((content: Document) => void)[]) {
  const folder = changedSample((content) => {
    for (const change of changes) change(content)
  })
  return findObstacles(await loadedFrom(folder), {})
}

test('a text is marked on its line, and an entry on the line before it', async () => {
  const yaml = `person:
  name: Anna # TODO
about:
  bio:
    - >- # TODO
      A long text
      in two lines.
    - Mine # a TODO of mine
  figures:
    # TODO
    - number: 3+
      description: Years
hero:
  claim: "#sample, or # TODOs" # TODO
`
  expect(findTodos(yaml)).toEqual([
    { line: 2, text: 'name: Anna' },
    { line: 5, text: '- >-' },
    { line: 10, text: '- number: 3+' },
    { line: 14, text: 'claim: "#sample, or # TODOs"' },
  ])
})

test('the texts that only the owner knows are listed with their lines', async () => {
  const folder = changedSample(OWN_HOST)
  const file = join(folder, 'portfolio.yaml')
  const text = readFileSync(file, 'utf8').replace('greeting: Hi There!', '$& # TODO')
  writeFileSync(file, text)
  const line = text.slice(0, text.indexOf('greeting:')).split('\n').length
  const [found = '', ...others] = findObstacles(await loadedFrom(folder), {})
  expect(others).toEqual([])
  expect(found).toMatch(/^Texts that are yours to write: 1\. Replace each, and delete its comment/)
  expect(found).toContain(`portfolio.yaml:${line}  greeting: Hi There!`)
})

test.each<[string, ((content: Document) => void)[]]>([
  ['no URL', []],
  ['its own gateway', [OWN_HOST]],
  ['another gateway', [STATIC_HOST, set('contact.gateway', 'https://mail.anna.dev')]],
  ['EmailJS', [STATIC_HOST, set('contact.form', 'emailjs'), set('contact.account', ACCOUNT)]],
  ['an address', [STATIC_HOST, set('contact.form', 'none'), set('contact.email', 'me@anna.dev')]],
  ['no contact section', [STATIC_HOST, (content) => void content.delete('contact')]],
])('a site with %s has no obstacle', async (_, changes) => {
  expect(await obstaclesAfter(...changes)).toEqual([])
})

test.each([
  ['the name of a static host', STATIC_HOST, {}],
  ['a domain, built by Netlify', OWN_HOST, { NETLIFY: 'true' }],
  ['a domain, built by the workflow for GitHub Pages', OWN_HOST, { STATIC_HOST: 'yes' }],
])('a form that sends to a gateway has no way for messages: %s', async (_, change, environment) => {
  const [found = '', ...others] = findObstacles(
    await loadedFrom(changedSample(change)),
    environment,
  )
  expect(others).toEqual([])
  expect(found).toMatch(/portfolio\.yaml:\d+:\d+ {2}contact\.form/)
  expect(found).toMatch(/anna\.(?:github\.io|dev) only serves files, so no message would reach you/)
  expect(found).toMatch(/gateway: with the URL.*or form: emailjs.*or form: none with your email/)
})
