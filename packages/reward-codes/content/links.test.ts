import { changedSample, diagnosticsIn, loadedFrom, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { makeJsonResume } from '../files/json-resume.ts'
import { makeVcard } from '../files/vcard.ts'
import { resumeContent } from '../resume/data.ts'

const load = async (url?: string) => {
  const folder = changedSample((content) => {
    if (url) set('site.url', url)(content)
    set('person.profiles', [{ name: 'Blog', icon: 'rss', url: '/blog/' }])(content)
    set('about.bio', ['I [write](/blog/#new).'])(content)
    set('projects.cards.0.projectUrl', '/cases/one/')(content)
    set('resume.experience.entries.0.url', '/clients/')(content)
  })
  return (await loadedFrom(folder)).portfolio
}

test('files that are read elsewhere have the whole address of a page of this site', async () => {
  const portfolio = await load('https://example.com/name/')
  const pdf = JSON.stringify(resumeContent(portfolio))
  for (const path of ['blog/#new', 'cases/one/', 'clients/', 'blog/"']) {
    expect(pdf).toContain(`"https://example.com/name/${path}`)
  }
  expect(JSON.stringify(makeJsonResume(portfolio))).toContain('https://example.com/name/clients/')
})

test('without the address of the site, they have no such link', async () => {
  const portfolio = await load()
  const files = [resumeContent(portfolio), makeJsonResume(portfolio), makeVcard(portfolio)]
  expect(JSON.stringify(files)).not.toMatch(/"\/(blog|cases|clients)/)
  expect(JSON.stringify(resumeContent(portfolio).about)).toContain('write')
})

test.each([
  ['#portfolo', '#portfolio'],
  ['#projects', '#portfolio'],
  ['/#abuot', '#about'],
])('the link %s to an anchor that the page does not have is an error', async (link, suggestion) => {
  const folder = changedSample(set('contact.lead', `See [my work](${link}).`))
  expect(await diagnosticsIn(folder)).toMatchObject([{ field: 'contact.lead', suggestion }])
})

test('a link to an anchor of the page is valid', async () => {
  const folder = changedSample(set('about.bio', ['[a](#about)', '[b](/#portfolio)']))
  expect(await diagnosticsIn(folder)).toEqual([])
})
