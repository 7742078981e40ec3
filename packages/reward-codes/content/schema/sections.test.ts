import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contentAssets } from '../../images/content-assets.ts'
import { contentSchemaText } from '../json-schema.ts'
import { load as loadFolder } from '../load.ts'
import { ImageAsset } from './assets.ts'
import { line, picture } from './fields.ts'

const schema = z.object({
  books: z.array(
    z.object({
      title: line('The title.'),
      cover: picture('The cover.', { width: 240, height: 360 }).optional(),
    }),
  ),
})
const COVER = '{ image: images/brand.svg, imageAlt: A mark }'

/** The content of a site with one book that has this cover. */
function written(cover: string, title = 'title: Pages') {
  const folder = freshFolder()
  copySampleContent(folder)
  const text = readFileSync(join(folder, 'portfolio.yaml'), 'utf8')
    .replace(/^customSections:\n(?: .*\n|\n)*/m, '')
    .replace(/^sectionOrder:.*\n/m, '')
  const section = `customSections:
  - id: books
    menuLabel: Books
    heading: Books
    fields:
      books:
        - ${title}
          cover: ${cover}
`
  writeFileSync(join(folder, 'portfolio.yaml'), `${text}\n${section}`)
  return folder
}

const load = (...args: Parameters<typeof written>) =>
  loadFolder(written(...args), { sections: { books: schema }, assets: contentAssets })

async function mistakes(...args: Parameters<typeof written>) {
  const loaded = await load(...args)
  return loaded.ok ? [] : loaded.diagnostics.map(({ field, found }) => [field, found])
}

test('a picture of an own section is an asset in its size', async () => {
  const loaded = await load(COVER)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  const [section] = loaded.portfolio.customSections as { fields?: object }[]
  expect(section?.fields).toEqual({
    books: [
      {
        title: 'Pages',
        cover: { image: new ImageAsset('images/brand.svg', 'own 240x360'), imageAlt: 'A mark' },
      },
    ],
  })
})

test('its missing file and its missing text are reported together with other mistakes', async () => {
  const missing = 'customSections.0.fields.books.0.cover'
  expect(await mistakes('{ image: images/brond.svg }', 'title: ""')).toEqual([
    ['customSections.0.fields.books.0.title', '""'],
    [`${missing}.imageAlt`, 'nothing'],
    [`${missing}.image`, '"images/brond.svg"'],
  ])
  expect(await mistakes('{ image: notes.txt, imageAlt: Notes }')).toEqual([
    [`${missing}.image`, '"notes.txt"'],
  ])
  expect(await mistakes(COVER)).toEqual([])
})

test('editors complete the fields of a picture', () => {
  const { properties } = JSON.parse(contentSchemaText({ books: schema }))
  const [own] = properties.customSections.items.oneOf
  expect(own.properties.fields.properties.books.items.properties.cover).toMatchObject({
    description: 'The cover.',
    properties: {
      image: { type: 'string', description: 'The picture: a file or an https:// URL.' },
      imageAlt: { type: 'string' },
    },
    required: ['image', 'imageAlt'],
  })
})
