import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { set } from 'test-fixtures/change-content.ts'
import { createSite, type Site } from 'test-fixtures/owner-site.ts'
import { readPage } from 'test-fixtures/read-page.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A site with every way in which an owner changes the page, each an example in tests/fixtures/owners/levels.

/** Encoding the images of a new site takes a busy machine long. */
const BUILD_TIMEOUT_MS = 180_000

const STAGE = join(import.meta.dirname, '../../tests/fixtures/stage.jpg')

/** Names that our own fields have, and values that look like what the page makes of the content: a text, a picture, an import. */
const QUIZ = {
  question: 'Is it fast?',
  id: 'its own id',
  heading: 'its own heading',
  source: 'https://quiz.example/ has it',
  slot: 'the evening',
  nodes: ['https://node.example'],
  asked: { import: 1 },
}

/** Says at the end of a program how often it has read the content. */
const COUNT_READS = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { readFileSync } = fs
let reads = 0
fs.readFileSync = (file, ...rest) => {
  if (String(file).endsWith('content/portfolio.yaml')) reads++
  return readFileSync(file, ...rest)
}
syncBuiltinESMExports()
process.on('exit', () => console.log('reads of the content: ' + reads))
`

let site: Site
let said: string

beforeAll(async () => {
  site = createSite({
    files: join(import.meta.dirname, '../../tests/fixtures/owners/levels'),
    change: (content) => {
      content.set(
        'customSections',
        content.createNode([
          {
            id: 'prices',
            menuLabel: 'Prices',
            heading: 'Prices',
            fields: {
              rows: [{ what: 'A day', price: '600 EUR' }],
              photo: { image: 'images/stage.jpg', imageAlt: 'A stage in warm light' },
            },
          },
          { id: 'quiz', menuLabel: 'Quiz', heading: 'Quiz', fields: QUIZ },
          { id: 'project', menuLabel: 'Project', heading: 'Project', text: ['A project.'] },
          { id: 'x-title', menuLabel: 'Title', heading: 'Title', text: ['A title.'] },
        ]),
      )
      for (const [index, title] of ['X', 'X title', 'X', 'X 2', '???', 'Main'].entries()) {
        // Without a story, so that each has its place on the page.
        const { imgSrc, imgAlt } = content.toJS().projects.cards[index] ?? {}
        set(`projects.cards.${index}`, { title, ...(imgSrc && { imgSrc, imgAlt }) })(content)
      }
    },
  })
  cpSync(STAGE, join(site.content, 'images/stage.jpg'))
  const script = `data:text/javascript,${encodeURIComponent(COUNT_READS)}`
  const { exitCode, out, error } = await site.build({ NODE_OPTIONS: `--import ${script}` })
  said = out + error
  expect(exitCode, said).toBe(0)
}, BUILD_TIMEOUT_MS)

afterAll(() => site.remove())

test('the checks and the pages of a build read the content once', () => {
  expect(said).toContain('reads of the content: 1\n')
})

test('a wrapped and a replaced component, own sections and an own picture are on the page', () => {
  const page = site.read('index.html')
  expect(page).toContain('<div class="wrapped-hero"><section id="hero"')
  expect(page).toContain('<section id="about">About the owner</section>')
  expect(page).toContain('0 of 3 taken')
  expect(page).toContain('600 EUR')
  expect(page).toContain('Is it fast?')
})

test('the fields of an own section are as they are written, whatever their names and values', () => {
  const page = site.read('index.html')
  expect(page).toContain(JSON.stringify(QUIZ).replaceAll('"', '&quot;'))
  expect(page.match(/img-src [^;]*/)?.[0]).not.toContain('quiz.example')
})

test('every id of the page is unique, whatever projects and sections are called', () => {
  const { elements } = readPage(site.read('index.html'))
  const ids = elements.flatMap((element) => / id="([^"]*)"/.exec(element)?.[1] ?? [])
  expect(ids).toEqual(expect.arrayContaining(['project', 'project-1', 'x-title']))
  expect(ids.filter((id, index) => ids.indexOf(id) < index)).toEqual([])
})

test('doctor checks the fields of own sections by their schemas', async () => {
  const price = ['customSections', 0, 'fields', 'rows', 0, 'price']
  site.edit((content) => content.setIn(price, 600))
  const { out } = await site.run(['doctor'])
  expect(out).toMatch(/customSections\.0\.fields\.rows\.0\.price\s+found +the number 600/)
  site.edit((content) => content.setIn(price, '600 EUR'))
})

test('the picture of an own section has all sources', () => {
  const [picture = ''] =
    /<picture>(?:(?!<\/picture>).)*alt="A stage in warm light.*?<\/picture>/.exec(
      site.read('index.html'),
    ) ?? []
  expect(picture).toContain('<source type="image/avif" sizes="20rem"')
  const files = [...picture.matchAll(/\.(avif|webp) (\d+)w/g)]
  expect(files.map(([, format, width]) => `${format} ${width}`)).toEqual(
    ['avif', 'webp'].flatMap((format) => [160, 320, 480, 640].map((width) => `${format} ${width}`)),
  )
  expect(picture).toContain('loading="lazy"')
})

test('a blog of two posts has the header, the menu and the footer of the page', () => {
  for (const [name, title] of [
    ['first', 'The first post'],
    ['second', 'The second post'],
  ]) {
    const post = site.read(`blog/${name}/index.html`)
    expect(post).toContain(`<title>${title}</title>`)
    expect(post).toContain('href="/#portfolio"')
    expect(post).toContain('<footer')
  }
  expect(site.read('blog/first/index.html')).toContain('<code class="language-ts">')
})

test('a marked style sheet of the owner is in the file of the late styles, which other pages link', () => {
  const [, file = ''] = /<link rel="late" href="([^"]*)">/.exec(site.read('index.html')) ?? []
  expect(site.read(file)).toContain('columns:2')
  expect(site.read('index.html')).not.toMatch(/columns:2|@layer/)
  expect(site.read('blog/first/index.html')).toContain(`<link rel="stylesheet" href="${file}">`)
})

test('pages have no style attributes, and a policy without unsafe words that the owner extends', () => {
  for (const name of ['index.html', '404.html', 'blog/index.html', 'blog/first/index.html']) {
    const page = site.read(name)
    expect(page).not.toMatch(/<[^>]+ style=/)
    const [, policy = ''] = /content-security-policy" content="([^"]+)"/.exec(page) ?? []
    expect(policy).toContain("img-src 'self' https://images.example.com data:")
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe-')
  }
})

test('what no island needs reaches no browser', () => {
  const modules: string[] = JSON.parse(site.read('modules.json'))
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
