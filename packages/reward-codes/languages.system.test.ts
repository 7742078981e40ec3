import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IN_POLISH } from 'test-fixtures/languages.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { askPoppler } from 'test-fixtures/poppler.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const MINUTE = 60_000
const HOME = 'https://maja.example.com/'

/** Languages with few texts: the others fall back. */
const OTHERS = {
  de: inOneText('Hallo!'),
  // This package has no labels in Finnish.
  fi: inOneText('Hei!'),
}

function inOneText(translation: string): string {
  return `texts: [{ text: "Hi There!", translation: "${translation}" }]\n`
}

const LANGUAGES = ['en', ...Object.keys(OTHERS), 'pl']

let site: Site
let said: string

beforeAll(async () => {
  site = createSite({
    change: (content) => {
      content.setIn(['site', 'url'], HOME)
      const imprint = { name: 'Maja Zielińska', address: 'Długa 1\nKraków' }
      content.set('legal', content.createNode({ privacy: {}, imprint }))
    },
  })
  writeFileSync(join(site.content, 'pl.yaml'), POLISH)
  for (const [language, text] of Object.entries(OTHERS)) {
    writeFileSync(join(site.content, `${language}.yaml`), text)
  }
  mkdirSync(join(site.content, 'projects'))
  writeFileSync(
    join(site.content, 'projects/lesson-planner.md'),
    '## Part\n\n[part](#part), [form](#contact), [board](/#portfolio), [home](/)\n',
  )
  const { exitCode, out, error } = await site.build()
  said = out + error
  if (exitCode !== 0) throw new Error(said)
})

afterAll(() => site.remove())

const POLISH = readFileSync(join(IN_POLISH, 'content/pl.yaml'), 'utf8')

const dist = (name: string) => join(site.root, 'dist', name)

/** The pages of the site by their paths, without those that search engines must not list. */
function pagesOf(): Map<string, string> {
  const files = readdirSync(dist(''), { recursive: true, encoding: 'utf8' })
  const pages = files.filter((file) => file.endsWith('index.html') && !file.includes('message'))
  return new Map(pages.map((file) => [file.replace('index.html', ''), site.read(file)]))
}

function linksOf(html: string) {
  const [head = ''] = html.split('</head>')
  const alternates = head.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)
  return {
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1],
    alternates: Object.fromEntries(
      Array.from(alternates, ([, tag = '', href = '']) => [tag, href]),
    ),
  }
}

test('a link of a Markdown story to a section leads to the home page in the language of the story', () => {
  for (const [folder, home] of [
    ['', '/'],
    ['pl/', '/pl/'],
  ]) {
    const html = site.read(`${folder}projects/lesson-planner/index.html`)
    const links = html.matchAll(/<a href="([^"]*)">(?:part|form|board|home)</g)
    expect(Array.from(links, ([, href]) => href)).toEqual([
      '#part',
      `${home}#contact`,
      `${home}#portfolio`,
      '/',
    ])
  }
})

test('every page has its own address, leads to the same page in all languages, and is in the sitemap', () => {
  const pages = pagesOf()
  // The home page, two legal pages, and a page for each of the six stories.
  expect(pages.size).toBe(9 * LANGUAGES.length)
  const map = site.read('sitemap.xml')
  for (const [path, html] of pages) {
    const { canonical, alternates } = linksOf(html)
    expect(canonical).toBe(HOME + path)
    expect(Object.keys(alternates)).toEqual([...LANGUAGES, 'x-default'])
    expect(Object.values(alternates)).toContain(canonical)
    expect(alternates['x-default']).toBe(alternates.en)
    expect(/<html lang="([^"]*)"/.exec(html)?.[1]).toBe(
      LANGUAGES.find((language) => alternates[language] === canonical),
    )
    const entry = new RegExp(`<url><loc>${canonical}</loc>(.*)</url>`).exec(map)?.[1] ?? ''
    for (const [tag, href] of Object.entries(alternates)) {
      const other = pages.get(href.slice(HOME.length))
      expect(other && linksOf(other).alternates, href).toEqual(alternates)
      expect(entry).toContain(`hreflang="${tag}" href="${href}"`)
    }
  }
  const listed = Array.from(map.matchAll(/<loc>([^<]*)</g), ([, url = '']) => url)
  const resumes = LANGUAGES.flatMap((language) =>
    ['pdf', 'docx', 'txt'].map((format) =>
      language === 'en'
        ? `RewardResume.${format}`
        : `${language}/RewardResume.${language}.${format}`,
    ),
  )
  expect(listed.sort()).toEqual([...pages.keys(), ...resumes].map((path) => HOME + path).sort())
})

test('the metadata of a page are in its language', () => {
  const polish = site.read('pl/index.html')
  expect(polish).toContain(`<meta property="og:image" content="${HOME}pl/social-card.png">`)
  const card = 'pl/projects/bakery-orders/social-card.png'
  expect(site.read('pl/projects/bakery-orders/index.html')).toContain(`content="${HOME}${card}">`)
  expect(existsSync(dist(card))).toBe(true)
  expect(polish).toContain('"inLanguage":"pl"')
  // A person is the same one in all languages.
  expect(polish).toContain(`"@id":"${HOME}#person"`)
})

test('the files beside each page are in its language', () => {
  const resume = JSON.parse(site.read('pl/resume.json'))
  expect(resume.basics.label).toBe('Programistka full stack')
  expect(resume.meta.canonical).toBe(`${HOME}pl/resume.json`)
  expect(site.read('pl/contact.vcf')).toContain('TITLE:Programistka full stack')
  expect(
    readFileSync(dist('pl/social-card.png')).equals(readFileSync(dist('social-card.png'))),
  ).toBe(false)
  expect(site.read('404.html')).toMatch(/href="\/pl\/"[^>]*>Przejdź na stronę główną</)
  expect(site.read('pl/message/received/index.html')).toContain('Wiadomość dotarła')
})

test('the text of each resume is in its language', () => {
  const textOf = (name: string) =>
    askPoppler('pdftotext', readFileSync(dist(name))).replace(/\s+/g, ' ')
  const english = textOf('RewardResume.pdf')
  for (const text of ['Freelance Full-Stack Developer', 'Mar 2025 – present', 'My Skills']) {
    expect(english).toContain(text)
  }
  const polish = textOf('pl/RewardResume.pl.pdf')
  for (const text of ['Niezależna programistka full stack', 'obecnie', 'Umiejętności']) {
    expect(polish).toContain(text)
  }
  expect(polish).not.toMatch(/present|Skills/)
})

test('a language with few texts falls back to the main one, and is named with a count', () => {
  expect(said).toMatch(/de: texts without a translation: \d+\. .*translate -- de/)
  const german = site.read('de/index.html')
  expect(german).toContain('>Hallo!</p>')
  expect(german).toMatch(/<h2 [^>]*>Summary/)
  expect(german).toContain('>Orders for three bakeries')
  expect(german).toContain('März 2025 – heute')
  const finnish = site.read('fi/index.html')
  for (const element of ['form', 'footer', 'a [^>]*data-skip']) {
    const inEnglish = new RegExp(`<${element}[^>]* lang="en"`)
    expect(finnish).toMatch(inEnglish)
    expect(german).not.toMatch(inEnglish)
  }
})

const REST_PAGE = `---
import Page from 'reward-codes/Page.astro'
export const getStaticPaths = () => ['blog', 'pl/blog'].map((slug) => ({ params: { slug } }))
---
<Page title="Blog" page={(language) => (language === 'de' ? undefined : 'blog/')}>
  <h1>{Astro.params.slug}</h1>
</Page>
`

test(
  'in development, a language comes and goes with its file, beside the pages of the owner',
  async () => {
    const file = join(site.content, 'pl.yaml')
    for (const language of LANGUAGES.slice(1)) rmSync(join(site.content, `${language}.yaml`))
    mkdirSync(join(site.root, 'src/pages'), { recursive: true })
    writeFileSync(join(site.root, 'src/pages/[...slug].astro'), REST_PAGE)
    const { child, ended, until } = site.develop()
    onTestFinished(async () => {
      child.kill()
      await ended
      rmSync(join(site.root, 'src'), { recursive: true })
    })
    const url = await until(/Local +(http:\S+?)\/?\s/)
    const get = async (path: string) => {
      const response = await fetch(url + path).catch(() => undefined)
      return `${response?.status} ${await response?.text()}`
    }
    const eventually = (path: string) => expect.poll(() => get(path), { timeout: MINUTE / 2 })
    await eventually('/').toMatch(/^200 /)
    expect(await get('/')).not.toContain('hrefLang')
    expect(await get('/pl/')).toMatch(/^404 /)

    writeFileSync(file, POLISH)
    await eventually('/pl/').toMatch(/^200 .*Cześć!/s)
    expect(await get('/')).toMatch(/hrefLang="pl"[^>]*>Polski/)
    expect(await get('/pl/blog/')).toMatch(/<html lang="pl".*O\smnie.*<h1>pl\/blog/s)
    const english = await get('/blog/')
    expect(english).toMatch(/<html lang="en".*About.*<h1>blog/s)
    expect(english).toMatch(/href="\/pl\/blog\/"[^>]*hrefLang="pl"/)
    expect(linksOf(english)).toEqual({
      canonical: `${HOME}blog/`,
      alternates: {
        en: `${HOME}blog/`,
        pl: `${HOME}pl/blog/`,
        'x-default': `${HOME}blog/`,
      },
    })
    expect(await get('/pl/missing/')).toMatch(/^404 .*<html lang="en".*About/s)
    expect(await get('/@id/__x00__virtual:reward-codes/form-strings')).toContain('Imię')

    writeFileSync(file, POLISH.replace('Cześć!', 'Witaj!'))
    await eventually('/pl/').toContain('Witaj!')
    writeFileSync(file, 'text: [{ text: Hi, translation: Hej }]')
    await eventually('/pl/').toMatch(/^500 /)
    expect(await get('/')).toMatch(/^200 /)

    rmSync(file)
    await eventually('/pl/').toMatch(/^404 /)
    expect(await get('/')).not.toContain('hrefLang')
  },
  3 * MINUTE,
)
