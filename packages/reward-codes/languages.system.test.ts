import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IN_POLISH } from 'test-fixtures/folders.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { readFacts } from 'test-fixtures/read-page.ts'
import { expect, onTestFinished, test } from 'vitest'

const HOME = 'https://maja.example.com/'
const POLISH = readFileSync(join(IN_POLISH, 'content/pl.yaml'), 'utf8')

const REST_PAGE = `---
import Page from 'reward-codes/Page.astro'
export const getStaticPaths = () => ['blog', 'pl/blog'].map((slug) => ({ params: { slug } }))
---
<Page title="Blog" page={(language) => (language === 'de' ? undefined : 'blog/')}>
  <h1>{Astro.params.slug}</h1>
</Page>
`

test('in development, a language comes and goes with its file, beside the pages of the owner', async () => {
  const site = createSite({ change: (content) => content.setIn(['site', 'url'], HOME) })
  const file = join(site.content, 'pl.yaml')
  mkdirSync(join(site.root, 'src/pages'), { recursive: true })
  writeFileSync(join(site.root, 'src/pages/[...slug].astro'), REST_PAGE)
  const { child, ended, until } = site.develop()
  onTestFinished(async () => {
    child.kill()
    await ended
    site.remove()
  })
  const url = await until(/Local +(http:\S+?)\/?\s/)
  const get = async (path: string) => {
    const response = await fetch(url + path).catch(() => undefined)
    return `${response?.status} ${await response?.text()}`
  }
  const eventually = (path: string) => expect.poll(() => get(path))
  await eventually('/').toMatch(/^200 /)
  expect(await get('/')).not.toContain('hrefLang')
  expect(await get('/pl/')).toMatch(/^404 /)

  writeFileSync(file, POLISH)
  await eventually('/pl/').toMatch(/^200 .*Cześć!/s)
  await eventually('/').toMatch(/hrefLang="pl"[^>]*>Polski/)
  await eventually('/pl/blog/').toMatch(/<html lang="pl".*O\smnie.*<h1>pl\/blog/s)
  await eventually('/blog/').toMatch(/href="\/pl\/blog\/"/)
  const english = await get('/blog/')
  expect(english).toMatch(/<html lang="en".*About.*<h1>blog/s)
  expect(english).toMatch(/href="\/pl\/blog\/"[^>]*hrefLang="pl"/)
  expect(readFacts(english, 'link[rel=canonical] @href')).toEqual([`${HOME}blog/`])
  expect(readFacts(english, 'link[hreflang] @href')).toEqual(
    ['blog/', 'pl/blog/', 'blog/'].map((path) => HOME + path),
  )
  await eventually('/pl/missing/').toMatch(/^404 .*<html lang="en".*About/s)
  await eventually('/@id/__x00__virtual:reward-codes/form-strings').toContain('Imię')

  writeFileSync(file, POLISH.replace('Cześć!', 'Witaj!'))
  await eventually('/pl/').toContain('Witaj!')
  writeFileSync(file, 'text: [{ text: Hi, translation: Hej }]')
  await eventually('/pl/').toMatch(/^500 /)
  await eventually('/').toMatch(/^200 /)

  rmSync(file)
  await eventually('/pl/').toMatch(/^404 /)
  await eventually('/').toMatch(/^200 (?!.*hrefLang)/s)
})
