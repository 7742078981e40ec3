import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'

const DOCUMENTS = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

test.each(DOCUMENTS)('every link in %s to a file and a heading resolves', (name) => {
  const broken = [...withoutCode(read(name)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link) && !resolves(name, link))
  expect(broken).toEqual([])
})

/** Removes inline code: an example of a link leads nowhere. */
function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, '')
}

function resolves(name: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? name : join(dirname(name), path)
  if (!existsSync(join(ROOT, file))) return false
  return anchor === undefined || anchorsOf(read(file)).includes(anchor)
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function read(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8')
}
