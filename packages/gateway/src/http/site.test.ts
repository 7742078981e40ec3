import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { expect, onTestFinished, test } from 'vitest'
import { buildServer } from './app.ts'

function serve(files: Record<string, string>) {
  const folder = freshFolder()
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  const app = buildServer({ site: folder })
  onTestFinished(() => app.close())
  return { write, get: (url: string) => app.inject(url) }
}

test.each([
  ['photo.JPG', 'image/jpeg'],
  ['Resume.Pdf', 'application/pdf'],
  ['brand.svg', 'image/svg+xml'],
  ['site.webmanifest', 'application/manifest+json'],
  ['card.vcf', 'vcard'],
  ['photo.avif', 'image/avif'],
  ['font.woff2', 'font/woff2'],
])('%s has the media type %s', async (name, type) => {
  const { get } = serve({ [name]: 'x' })
  const { statusCode, headers } = await get(`/${name}`)
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining(type)])
})

test.each(['/.git/notes.txt', '/assets/.cache/notes.txt', '/.gateway.json', '/_headers'])(
  '%s is not served',
  async (url) => {
    const { get } = serve({ [url]: 'secret' })
    expect((await get(url)).statusCode).toBe(404)
  },
)

test('a file is served whose name is encoded in the URL', async () => {
  const { get } = serve({ '職務経歴書.pdf': 'x' })
  expect((await get(`/${encodeURI('職務経歴書.pdf')}`)).statusCode).toBe(200)
})

test('/.well-known is served', async () => {
  const { get } = serve({ '.well-known/security.txt': 'Contact: me' })
  expect((await get('/.well-known/security.txt')).body).toBe('Contact: me')
})

test('every response of the site has the headers of the build, also after another build', async () => {
  const { get, write } = serve({
    'index.html': 'x',
    _headers: '/*\n  X-One: 1\n/assets/*\n  X-Two: 2\n',
  })
  for (const url of ['/', '/nothing']) {
    const { headers } = await get(url)
    expect([headers['x-one'], headers['x-two']]).toEqual(['1', undefined])
  }
  write('_headers', '/*\n  X-One: 2 of another length\n')
  expect((await get('/')).headers['x-one']).toBe('2 of another length')
})
