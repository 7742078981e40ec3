import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { SAMPLE_FILE } from 'test-fixtures/folders.ts'
import { NO_WORDS, sampleIdentity, textsOf } from 'test-fixtures/sample-content.ts'
import { builtSite } from 'test-fixtures/sites.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const run = promisify(execFile)

/** Compressed variants of other files. */
const COMPRESSED = ['.br', '.gz']

/** Shorter texts, such as About, may also occur in code. */
const MIN_LENGTH = 12

test('a site of another person contains no text of the sample, even in file names', async () => {
  const texts = await readSite(await builtSite('japanese'))
  expect(findIn(texts, ['山田花子'])).toEqual(expect.arrayContaining(['index.html: 山田花子']))
  expect(sampleTexts()).toEqual(expect.arrayContaining(['Maja', 'Brightline Studio']))
  expect(findIn(texts, sampleTexts())).toEqual([])
})

/** The readable text of each file, including its name, in lower case. */
async function readSite(folder: string): Promise<Map<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !COMPRESSED.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.map(async (file) => {
      const text = extname(file) === '.pdf' ? await readPdf(file) : readFileSync(file, 'utf8')
      return [relative(folder, file), plain(`${relative(folder, file)}\n${text}`)] as const
    }),
  )
  return new Map(texts)
}

/** The text and the metadata of a PDF. */
async function readPdf(file: string): Promise<string> {
  const parts = await Promise.all([run('pdftotext', [file, '-']), run('pdfinfo', [file])])
  return parts.map(({ stdout }) => stdout).join('\n')
}

function findIn(texts: Map<string, string>, wanted: string[]): string[] {
  return [...texts].flatMap(([file, text]) =>
    wanted
      .map(plain)
      .filter((name) => text.includes(name))
      .map((name) => `${file}: ${name}`),
  )
}

/** The sample's texts that another person's content changes. */
function sampleTexts(): string[] {
  const sample = parse(readFileSync(SAMPLE_FILE, 'utf8'))
  const written = textsOf(sample)
    .filter(({ path }) => !path.some((step) => NO_WORDS.includes(String(step))))
    // The words before a link and its text, which tags separate in HTML.
    .flatMap(({ text }) => text.split(/\[([^\]]*)\]\([^)]*\)/).map((part) => part.trim()))
    .filter((text) => text.length >= MIN_LENGTH && !/[{]|^images\//.test(text))
  return [...new Set([...sampleIdentity(), ...written, sample.brand.text])]
}

/** As the owner wrote it: without the typographic signs that the build sets. */
function plain(text: string): string {
  const letters: Record<string, string> = { '&#39;': "'", '&#x27;': "'", '&amp;': '&' }
  return text
    .replace(/&#39;|&#x27;|&amp;/g, (entity) => letters[entity] ?? entity)
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .toLowerCase()
}
