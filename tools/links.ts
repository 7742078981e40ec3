import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

// Fails if a link in a document leads to a file or a heading that does not exist. Links to other hosts are not
// followed.

const ROOT = join(import.meta.dirname, '..')
/** A new site finds our documents in the installed package. */
const INSTALLED = 'packages/create/template/node_modules/reward-codes/'

/** Not by Git, which a copy of the repository may not have. */
const documents = globSync('**/*.md', {
  cwd: ROOT,
  exclude: ['**/node_modules', 'packages/*/docs', 'test-results'],
})
const broken = documents.flatMap(brokenLinks)
for (const line of broken) console.error(line)
process.exitCode = broken.length === 0 ? 0 : 1

function brokenLinks(document: string): string[] {
  return proseOf(document).flatMap((text, index) =>
    [...text.matchAll(/\]\(<?([^)\s>]+)|^\[[^\]]+\]:\s*<?([^\s>]+)|\b(?:href|src)="([^"]+)"/g)]
      .map(([, inline, reference, attribute]) => inline ?? reference ?? attribute ?? '')
      .filter((link) => !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(link) && !resolves(document, link))
      .map((link) => `${document}:${index + 1}: ${link} leads nowhere`),
  )
}

function resolves(document: string, link: string): boolean {
  const [path = '', anchor] = decodeURI(link).split('#')
  const file = path === '' ? document : join(dirname(document), path).replace(INSTALLED, '')
  if (!existsSync(join(ROOT, file))) return false
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor)
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): Set<string> {
  const anchors = new Set<string>()
  const headings = proseOf(document, { keepCode: true }).map(
    (line) => /^#+\s+(.+)$/.exec(line)?.[1],
  )
  for (const heading of headings.filter((text) => text !== undefined)) {
    const base = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    let anchor = base
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`
    anchors.add(anchor)
  }
  return anchors
}

/** The lines of a document without code: a link in an example leads nowhere. */
function proseOf(document: string, { keepCode = false } = {}): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  let fence = ''
  return text.split('\n').map((line) => {
    const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    const isFence = mark !== '' && (fence === '' || mark.startsWith(fence))
    if (isFence) fence = fence === '' ? mark : ''
    if (isFence || fence !== '') return ''
    return keepCode ? line : line.replace(/(`+)[^`].*?\1/g, '')
  })
}
