import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type ImageAsset, UNCHECKED } from './assets.ts'
import { line, picture } from './fields.ts'
import { checkPortfolio, parseContent } from './load.ts'
import { setOwnSections } from './own-sections.ts'
import { contentSchemaText } from './schema.ts'

const schema = z.object({
  books: z.array(
    z.object({
      title: line('The title.'),
      cover: picture('The cover.', { width: 240, height: 360 }).optional(),
    }),
  ),
})
const COVER = '{ image: images/brand.svg, imageAlt: A mark }'

afterEach(() => setOwnSections({}))

/** The content of a site with one book that has this cover. */
function written(cover: string, title = 'title: Pages') {
  setOwnSections({ books: schema })
  const folder = freshFolder()
  copySampleContent(folder)
  const text = readFileSync(join(folder, 'portfolio.yaml'), 'utf8')
    .replace(/^customSections:\n(?: .*\n|\n)*/m, '')
    .replace(/^sectionOrder:.*\n/m, '')
  const section = `customSections:
  - id: books
    menuLabel: Books
    heading: Books
    books:
      - ${title}
        cover: ${cover}
`
  return { folder, text: `${text}\n${section}` }
}

const load = (...args: Parameters<typeof written>) => {
  const { folder, text } = written(...args)
  return checkPortfolio(text, folder)
}

function mistakes(...args: Parameters<typeof written>) {
  const loaded = load(...args)
  return loaded.ok ? [] : loaded.diagnostics.map(({ field, found }) => [field, found])
}

test('a picture of an own section is an asset in its size', () => {
  const loaded = load(COVER)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  const [section] = loaded.portfolio.customSections as { own?: object }[]
  expect(section?.own).toEqual({
    books: [
      {
        title: 'Pages',
        cover: { image: { name: 'images/brand.svg', slot: 'own 240x360' }, imageAlt: 'A mark' },
      },
    ],
  })
})

test('its missing file and its missing text are reported together with other mistakes', () => {
  const missing = 'customSections.0.books.0.cover'
  expect(mistakes('{ image: images/brond.svg }', 'title: ""')).toEqual([
    ['customSections.0.books.0.title', '""'],
    [`${missing}.imageAlt`, 'nothing'],
    [`${missing}.image`, '"images/brond.svg"'],
  ])
  expect(mistakes('{ image: notes.txt, imageAlt: Notes }')).toEqual([
    [`${missing}.image`, '"notes.txt"'],
  ])
  expect(mistakes(COVER)).toEqual([])
})

test('a picture that is read in turn is resolved as well', async () => {
  const { folder, text } = written(COVER)
  writeFileSync(join(folder, 'portfolio.yaml'), text)
  const read: ImageAsset[] = []
  const loaded = await parseContent(folder, {
    ...UNCHECKED,
    image: async (name, slot) => {
      const image = { name: `${name} of ${slot}`, slot }
      read.push(image)
      return image
    },
  })
  expect(loaded.ok).toBe(true)
  expect(JSON.stringify(loaded)).toContain('images/brand.svg of own 240x360')
})

test('editors complete the fields of a picture', () => {
  setOwnSections({ books: schema })
  const { properties } = JSON.parse(contentSchemaText())
  const [own] = properties.customSections.items.oneOf
  expect(own.properties.books.items.properties.cover).toMatchObject({
    description: 'The cover.',
    properties: {
      image: { type: 'string', description: 'The picture: a file or an https:// URL.' },
      imageAlt: { type: 'string' },
    },
    required: ['image', 'imageAlt'],
  })
})
