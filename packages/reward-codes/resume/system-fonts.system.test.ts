import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const { resolve } = createRequire(import.meta.url)
const FONTS = join(import.meta.dirname, 'fonts')
const JAPANESE = join(
  dirname(resolve('@expo-google-fonts/noto-sans-jp/package.json')),
  '400Regular/NotoSansJP_400Regular.ttf',
)
/** Where Linux and macOS look for the fonts of a user. */
const FONT_FOLDERS = ['.fonts', '.local/share/fonts', 'Library/Fonts']

/** Prints the hash of a resume with a Japanese sign outside of Japanese text, and if Typst sees the system fonts. */
const PROGRAM = `
import { createHash } from 'node:crypto'
import { loadSample } from 'test-fixtures/sample-content.ts'
import { parseRichText } from '../content/rich-text.ts'
import { renderResumePdf } from './resume-pdf.ts'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

const sample = loadSample()
const bio = [parseRichText('Post 〒 is a sign.')]
const portfolio = { ...sample, about: { menuLabel: 'A', heading: 'A', figures: [], bio } }
const colors = { text: '#000', textMuted: '#000', borderStrong: '#000', border: '#000', accent: '#000' }
const { pdf, omitted } = renderResumePdf(portfolio, { colors, folder: '.' })
const mainFileContent = '#set document(title: "T")\\n#set text(font: "Noto Sans JP", fallback: false)\\n〒'
let isPlantedSeen = true
try {
  NodeCompiler.create({ workspace: '.' }).pdf({ mainFileContent }, { pdfStandard: 'ua-1' })
} catch {
  isPlantedSeen = false
}
const hash = createHash('sha256').update(pdf).digest('hex')
console.log(JSON.stringify({ hash, omitted, isPlantedSeen }))
`

test('fonts of the machine are not used, neither for missing characters nor instead of ours', () => {
  const without = renderWith(homeOf())
  const planted = renderWith(homeOf([readFileSync(JAPANESE), widened('InstrumentSans-400.ttf')]))
  expect(planted).toEqual({ ...without, isPlantedSeen: true })
  expect(without.omitted).toEqual(['〒'])
})

function renderWith(home: string) {
  const args = ['--input-type=module-typescript', '--eval', PROGRAM]
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: join(home, '.local/share') }
  // The imports of the program are relative to this folder.
  const cwd = import.meta.dirname
  return JSON.parse(execFileSync(process.execPath, args, { env, cwd, encoding: 'utf8' }))
}

function homeOf(fonts: Buffer[] = []): string {
  const home = mkdtempSync(join(tmpdir(), 'reward-codes-home-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  for (const folder of FONT_FOLDERS) {
    mkdirSync(join(home, folder), { recursive: true })
    for (const [place, font] of fonts.entries()) {
      writeFileSync(join(home, folder, `${place}.ttf`), font)
    }
  }
  return home
}

/** A font file in which all letters are twice as wide. */
function widened(file: string): Buffer {
  const font = readFileSync(join(FONTS, file))
  const tables = font.readUInt16BE(4)
  for (let index = 0; index < tables; index++) {
    const record = 12 + 16 * index
    if (font.toString('latin1', record, record + 4) !== 'hmtx') continue
    const start = font.readUInt32BE(record + 8)
    for (let at = start; at < start + font.readUInt32BE(record + 12) - 4; at += 4) {
      font.writeUInt16BE(2 * font.readUInt16BE(at), at)
    }
  }
  return font
}
