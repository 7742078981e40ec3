import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { addPackages } from 'reward-codes-gateway/own-command'
import { formatReceived } from '../content/diagnostic.ts'
import type { ContentError, Path } from '../content/values.ts'
import { OWNER_FOLDER, PACKAGE_FOLDER } from '../folders.ts'

/** The files of a font family: regular and semibold, and italic if the family has one. */
export type Font = { family: string; files: string[] }

/** A text that is shown, and where the content has it. */
export type Text = { path: Path; text: string }

const FOLDER = join(PACKAGE_FOLDER, 'resume/fonts')

const own = (family: string, ...files: string[]): Font => ({
  family,
  files: files.map((file) => join(FOLDER, `${file}.ttf`)),
})

/** Latin. The semibold is narrow. */
export const INSTRUMENT_SANS = own(
  'Instrument Sans',
  'InstrumentSans-400',
  'InstrumentSans-400-Italic',
  'InstrumentSans-600',
)
/** Latin with Vietnamese, Greek, Cyrillic and common symbols. */
export const INTER = own('Inter', 'Inter-400', 'Inter-400-Italic', 'Inter-600')
export const NEWSREADER = own('Newsreader', 'Newsreader-400')
export const NEWSREADER_DISPLAY = own('Newsreader Display', 'NewsreaderDisplay-500')
export const JETBRAINS_MONO = own('JetBrains Mono', 'JetBrainsMono-400', 'JetBrainsMono-700')

/** A script beyond those of Inter, and the families that have it, the first choice first. */
type Script = {
  name: (language: string) => string
  letters: RegExp
  families: (language: string) => string[]
}

const script = (name: string, family = `Noto Sans ${name}`): Script => ({
  name: () => name,
  letters: new RegExp(`\\p{Script=${name}}`, 'u'),
  families: () => [family],
})

/** The name of Han characters on a page in the language; on any other page, Chinese. */
const HAN_NAMES: Record<string, string> = { ja: 'Japanese', ko: 'Korean' }

const SCRIPTS: Script[] = [
  // Noto draws the dots of a letter as a glyph, and programs then read the letter twice.
  script('Arabic', 'Vazirmatn'),
  ...['Hebrew', 'Devanagari', 'Bengali', 'Tamil', 'Thai', 'Lao', 'Khmer'].map((it) => script(it)),
  ...['Armenian', 'Georgian'].map((it) => script(it)),
  {
    name: () => 'Japanese',
    letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    families: () => ['Noto Sans JP'],
  },
  { name: () => 'Korean', letters: /\p{Script=Hangul}/u, families: () => ['Noto Sans KR'] },
  {
    name: (tag) => HAN_NAMES[new Intl.Locale(tag).language] ?? 'Chinese',
    letters: /\p{Script=Han}/u,
    families: chineseFamilies,
  },
]

/** The fonts of Han characters: several languages share them, in shapes that differ a little. */
function chineseFamilies(language: string): string[] {
  const locale = new Intl.Locale(language).maximize()
  if (locale.language === 'ja') return ['Noto Sans JP']
  if (locale.language === 'ko') return ['Noto Sans KR']
  if (locale.script === 'Hant') return ['Noto Sans TC']
  const all = ['Noto Sans SC', 'Noto Sans JP', 'Noto Sans TC', 'Noto Sans KR']
  return locale.language === 'zh' ? all.slice(0, 1) : all
}

/** Letters of scripts that neither Inter nor a font of the list has. */
const OTHER =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}])\p{L}/u

/** The installed fonts for the scripts of texts. */
export function fontsFor(texts: Text[], language: string): Font[] {
  const written = texts.map(({ text }) => text).join('\n')
  const used = SCRIPTS.filter(({ letters }) => letters.test(written))
  const fonts = used.flatMap(({ families }) => installedOf(families(language)) ?? [])
  return fonts.filter((font, at) => fonts.findIndex(({ family }) => family === font.family) === at)
}

type Missing = { name: string; first: Text; families: string[] }

/** The scripts without an installed font, each with the first text that has it. */
function findMissing(texts: Text[], language: string): Missing[] {
  const found: Missing[] = []
  for (const script of SCRIPTS) {
    const families = script.families(language)
    const first = texts.find(({ text }) => script.letters.test(text))
    // Japanese has two scripts, and one font.
    const isFound = found.some((other) => other.families.some((it) => families.includes(it)))
    if (!first || isFound || installedOf(families)) continue
    found.push({ name: script.name(language), first, families })
  }
  return found
}

/** The packages to install for the scripts of texts. */
export function missingPackages(texts: Text[], language: string): string[] {
  return findMissing(texts, language).flatMap(({ families }) => families.slice(0, 1).map(packageOf))
}

/** The fonts that are not installed, each with the first text that needs it and the package to install. */
export function findMissingFonts(texts: Text[], language: string): ContentError[] {
  const found = findMissing(texts, language).map(({ name, first, families }) => {
    const packages = families.slice(0, 2).map(packageOf).join(' or ')
    return errorOf(first, `a font for ${name}: ${addPackages(packages)}`)
  })
  const known = SCRIPTS.map(({ letters }) => letters)
  const other = texts.find(({ text }) =>
    [...text].some((letter) => OTHER.test(letter) && !known.some((it) => it.test(letter))),
  )
  return [
    ...found,
    ...(other ? [errorOf(other, 'another script; or set resume.file to your own PDF')] : []),
  ]
}

/** The texts that have characters which no font has. */
export function textsWith(texts: Text[], characters: string[]): Text[] {
  return texts.filter(({ text }) => characters.some((character) => text.includes(character)))
}

function errorOf({ path, text }: Text, expected: string): ContentError {
  return { path, found: formatReceived(text), expected }
}

function packageOf(family: string): string {
  return `@expo-google-fonts/${family.toLowerCase().replaceAll(' ', '-')}`
}

function installedOf(families: string[]): Font | undefined {
  return families.map(installed).find((font) => font !== undefined)
}

/** A font that the owner has installed, or one that came with another package. */
function installed(family: string): Font | undefined {
  const { resolve } = createRequire(join(OWNER_FOLDER, 'package.json'))
  try {
    const folder = dirname(resolve(`${packageOf(family)}/package.json`))
    const files = ['400Regular', '600SemiBold'].map((weight) =>
      join(folder, weight, `${family.replaceAll(' ', '')}_${weight}.ttf`),
    )
    return { family, files }
  } catch {
    return undefined
  }
}

/** The fonts beside an owner's template. */
export function ownFonts(folder: string): Font[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => /\.(?:ttf|otf)$/i.test(file))
  return [{ family: '', files: files.map((file) => join(folder, file)) }]
}
