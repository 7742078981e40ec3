import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_FACTS } from 'test-fixtures/folders.ts'
import { askPoppler } from 'test-fixtures/programs.ts'
import { readFacts } from 'test-fixtures/read-page.ts'
import { textsOf } from 'test-fixtures/sample-content.ts'
import { builtSite } from 'test-fixtures/sites.ts'
import { BELOW, JAPANESE_RESUME, OWN_RESUME, QUIZ } from 'test-fixtures/variants.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { en } from './content/strings/en.ts'

// What the HTML of the built sites says, without a browser.

const HOME = `https://portfolio.test${BELOW}`
const STORY = 'projects/bakery-orders/'
const LANGUAGES = ['en', 'de', 'fi', 'pl']

async function siteOf(name: string) {
  const folder = await builtSite(name)
  return {
    name,
    path: (file: string) => join(folder, file),
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    /** The pages by their paths. */
    pages: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .map((file) => [file.replace(/index\.html$/, ''), join(folder, file)] as const)
        .map(([path, file]) => [path, readFileSync(file, 'utf8')] as const),
  }
}

const sites = await Promise.all([
  siteOf('shipped'),
  siteOf('everything'),
  siteOf('levels'),
  siteOf('japanese'),
  siteOf('largest'),
  siteOf('smallest'),
  siteOf('foreign'),
  siteOf('no captcha'),
])
const [shipped, everything, levels, japanese, largest, , foreign, ownResume] = sites

type Facts = Record<string, Record<string, string[] | { has: string[] }>>
const facts: Facts = parse(readFileSync(PAGE_FACTS, 'utf8'))

for (const [place, found] of Object.entries(facts)) {
  const [name = ''] = place.split('/')
  const page = place.slice(name.length + 1).replace(/(^|\/)$/, '$1index.html')
  test(`${place} says what it is to say`, () => {
    const html = sites.find((site) => site.name === name)?.read(page) ?? ''
    for (const [selector, texts] of Object.entries(found)) {
      const expected = Array.isArray(texts)
        ? texts.map((text) =>
            text.endsWith('…') ? expect.stringMatching(`^${text.slice(0, -1)}`) : text,
          )
        : expect.arrayContaining(texts.has)
      expect(readFacts(html, selector), selector).toEqual(expected)
    }
  })
}

test('the fields of an own section are as they are written, whatever their names and values', () => {
  expect(readFacts(levels.read('index.html'), '#quiz p')).toEqual([
    QUIZ.question,
    JSON.stringify(QUIZ),
  ])
})

test('no page has two elements with one id, a style attribute or a policy with unsafe words', () => {
  for (const [path, html] of [...everything.pages(), ...levels.pages()]) {
    const ids = readFacts(html, '[id] @id')
    expect(
      ids.filter((id, index) => ids.indexOf(id) < index),
      path,
    ).toEqual([])
    expect(readFacts(html, '[style]'), path).toEqual([])
    const [policy] = readFacts(html, 'meta[http-equiv=content-security-policy] @content')
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).not.toContain('unsafe-')
  }
})

test('no page that a link opens in a new tab can reach ours', () => {
  const rels = [...shipped.pages(), ...everything.pages()].flatMap(([, html]) =>
    readFacts(html, 'a[target=_blank] @rel'),
  )
  expect(rels.length).toBeGreaterThan(20)
  for (const rel of rels) expect(rel.split(' ')).toContain('noopener')
})

test('every address on the site leads to a file of it, and every fragment to an element', () => {
  for (const [site, base] of [
    [shipped, '/'],
    [everything, BELOW],
    [levels, '/'],
  ] as const) {
    const pages = new Map(site.pages())
    const ids = new Map([...pages].map(([path, html]) => [path, readFacts(html, '[id] @id')]))
    for (const [path, html] of pages) {
      for (const address of ['href', 'src'].flatMap((name) =>
        readFacts(html, `[${name}] @${name}`),
      )) {
        const { origin, pathname, hash } = new URL(address, `http://site${base}${path}`)
        if (origin !== 'http://site') continue
        const to = decodeURIComponent(pathname.slice(base.length))
        const isThere = pages.has(to) || existsSync(site.path(to))
        expect(isThere, `${address} of ${site.name}/${path}`).toBe(true)
        if (hash) expect(ids.get(to), `${address} of ${path}`).toContain(hash.slice(1))
      }
    }
  }
})

test('every page has its own address, leads to the same page in all languages, and is in the sitemap', () => {
  const pages = new Map(everything.pages().filter(([path]) => !/message|404/.test(path)))
  // The home page, two legal pages, and a page for each of the six stories.
  expect(pages.size).toBe(9 * LANGUAGES.length)
  const map = everything.read('sitemap.xml')
  const alternatesOf = (html: string) => {
    const [tags, links] = ['@hreflang', '@href'].map((attribute) =>
      readFacts(html, `link[rel=alternate][hreflang] ${attribute}`),
    )
    return Object.fromEntries(tags?.map((tag, place) => [tag, links?.[place] ?? '']) ?? [])
  }
  for (const [path, html] of pages) {
    const alternates = alternatesOf(html)
    expect(readFacts(html, 'link[rel=canonical] @href')).toEqual([HOME + path])
    expect(Object.keys(alternates)).toEqual([...LANGUAGES, 'x-default'])
    expect(alternates['x-default']).toBe(alternates.en)
    const [language = ''] = readFacts(html, 'html @lang')
    expect(alternates[language]).toBe(HOME + path)
    const entry = new RegExp(`<url><loc>${HOME + path}</loc>(.*)</url>`).exec(map)?.[1] ?? ''
    for (const [tag, href] of Object.entries(alternates)) {
      expect(entry).toContain(`hreflang="${tag}" href="${href}"`)
      expect(alternatesOf(pages.get(href.slice(HOME.length)) ?? ''), href).toEqual(alternates)
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

test('a link of a Markdown story to a section leads to the home page in the language of the story', () => {
  for (const folder of ['', 'pl/']) {
    const links = readFacts(
      everything.read(`${folder}projects/lesson-planner/index.html`),
      'article a @href',
    )
    const [board] = [`${BELOW}${folder}#portfolio`]
    expect(links).toEqual(
      expect.arrayContaining(['#part', `${BELOW}${folder}#contact`, board, BELOW]),
    )
  }
})

test('the structured data describe the page, its person and the work of a story', () => {
  const dataOf = (page: string) =>
    JSON.parse(
      readFacts(everything.read(`${page}index.html`), 'script[type=application/ld+json]')[0] ?? '',
    )
  // A person is the same one in all languages.
  for (const [page, language] of [
    ['', 'en'],
    ['pl/', 'pl'],
  ] as const) {
    expect(dataOf(page)['@graph'][1]).toMatchObject({
      url: HOME + page,
      inLanguage: language,
      mainEntity: { '@id': `${HOME}#person` },
    })
  }
  expect(dataOf(STORY)).toMatchObject({
    '@type': 'CreativeWork',
    name: 'Bakery Orders',
    url: HOME + STORY,
    author: { '@id': `${HOME}#person` },
  })
})

test('each social card is of its page and has the size that its metadata name', () => {
  const cards = ['', STORY, 'pl/', `pl/${STORY}`].map((page) => {
    const card = readFileSync(everything.path(`${page}social-card.png`))
    // The size in the header of a PNG file.
    expect([card.readUInt32BE(16), card.readUInt32BE(20)].map(String)).toEqual(
      ['width', 'height'].flatMap((side) =>
        readFacts(everything.read(`${page}index.html`), `meta[property=og:image:${side}] @content`),
      ),
    )
    return card.toString('base64')
  })
  expect(new Set(cards).size).toBe(cards.length)
})

test('the files beside each page are in its language', () => {
  const resume = JSON.parse(everything.read('pl/resume.json'))
  expect(resume.basics.label).toBe('Programistka full stack')
  expect(resume.meta.canonical).toBe(`${HOME}pl/resume.json`)
  expect(everything.read('pl/contact.vcf')).toContain('TITLE:Programistka full stack')
  expect(everything.read('pl/message/received/index.html')).toContain('Wiadomość dotarła')
  const textOf = (name: string) =>
    askPoppler('pdftotext', readFileSync(everything.path(name))).replace(/\s+/g, ' ')
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

test.each([
  ['ja', japanese],
  ['ar', largest],
])('a page in %s has no label in English, its own PDF and a card', (language, site) => {
  const page = site.read('index.html').replace('data-island="carousel"', '')
  expect(readFacts(page, 'html @lang')).toEqual([language])
  const labels = textsOf(en).filter(
    ({ text }) => page.includes(`>${text}<`) || page.includes(`="${text}"`),
  )
  expect(labels.map(({ path }) => path.join('.'))).toEqual([])
  const [pdf = ''] = readFacts(page, '#about a[download] @download')
  expect(askPoppler('pdfinfo', readFileSync(site.path(pdf)))).toContain('Pages:')
  expect(existsSync(site.path('social-card.png'))).toBe(true)
})

test('the name of a resume may be in any script', () => {
  const address = encodeURI(JAPANESE_RESUME)
  expect(readFacts(japanese.read('index.html'), '#about a[download] @href')).toEqual([address])
  expect(japanese.read('sitemap.xml')).toContain(address)
  expect(askPoppler('pdftotext', readFileSync(japanese.path(JAPANESE_RESUME)))).toContain(
    '山田花子',
  )
})

test("an owner's PDF is as it was, under the name of a resume", () => {
  expect(ownResume.read('RewardResume.pdf')).toBe(OWN_RESUME)
  const links = readFacts(ownResume.read('index.html'), '#about a[download] @href')
  expect(links).toEqual(['RewardResume.pdf'])
})

test('without a font for a script, a site has neither PDF nor card', () => {
  expect(foreign.read('index.html')).not.toMatch(/\.pdf|og:image|social-card/)
  const files = readdirSync(foreign.path('.'))
  expect(files.filter((file) => /\.pdf$|social-card/.test(file))).toEqual([])
})

test('the picture of an own section has all sources, and the policy allows those of the owner', () => {
  const html = levels.read('index.html')
  const sets = ['source', 'img'].flatMap((tag) => readFacts(html, `#prices ${tag} @srcset`))
  const files = [...sets.join().matchAll(/\.(avif|webp) (\d+)w/g)]
  expect(files.map(([, format, width]) => `${format} ${width}`)).toEqual(
    ['avif', 'webp'].flatMap((format) => [160, 320, 480, 640].map((width) => `${format} ${width}`)),
  )
  const [policy] = readFacts(html, 'meta[http-equiv=content-security-policy] @content')
  expect(policy).toContain("img-src 'self' https://images.example.com data:")
  expect(policy).not.toContain('quiz.example')
})

test('a marked style sheet of the owner is in the file of the late styles, which other pages link', () => {
  const html = levels.read('index.html')
  const [file = ''] = readFacts(html, 'link[rel=late] @href')
  expect(levels.read(file)).toContain('columns:2')
  expect(html).not.toMatch(/columns:2|@layer/)
  expect(readFacts(levels.read('blog/first/index.html'), 'link[rel=stylesheet] @href')).toContain(
    file,
  )
})

test('the scripts contain no schema library, no content that stands still and no unused endpoint', () => {
  const scripts = readdirSync(shipped.path('assets')).filter((file) => file.endsWith('.js'))
  const texts = scripts.map((file) => shipped.read(`assets/${file}`)).join()
  expect(texts).toContain('/email/send-form')
  expect(texts).not.toMatch(/\/email\/send(?!-form)/)
  expect(texts).not.toMatch(/ZodError|invalid_type|toJSONSchema/)
  expect(texts).not.toContain('Bakery Orders')
  // The mail address of the resume.
  expect(texts + shipped.read('index.html')).not.toContain('maja@example.com')
})

test('what no island needs reaches no browser', () => {
  const modules: string[] = JSON.parse(levels.read('modules.json'))
  const ours = modules.flatMap((id) => /packages\/(.*)/.exec(id.split('?')[0] ?? '')?.[1] ?? [])
  const others = ours.filter((id) => !/\/components\/(\w+)\/.*|\.astro$/.test(id))
  expect(others.sort()).toEqual(['gateway/src/protocol.ts', 'reward-codes/components/islands.ts'])
  const components = new Set(ours.map((id) => /components\/(\w+)/.exec(id)?.[1]))
  for (const name of ['Hero', 'HeroWork', 'Projects', 'Footer', 'RichText', 'Picture']) {
    expect(components).not.toContain(name)
  }
  expect(ours).not.toContain('reward-codes/components/Story/Story.tsx')
  const packages = modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
  expect([...new Set(packages)].sort()).toEqual([
    '@astrojs/react',
    '@emailjs/browser',
    'altcha-lib',
    'react',
    'react-dom',
    'scheduler',
  ])
})
