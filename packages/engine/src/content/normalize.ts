import { countryCode, readLanguage } from './locale.ts'
import { readAddress } from './read-address.ts'
import { readDate, readPeriod } from './read-date.ts'

type Parser = (text: string) => unknown

/** Parsers of fields with several unambiguous spellings. Undefined leaves the value unchanged. */
const PARSERS: Record<string, Parser> = {
  period: readPeriod,
  date: readDate,
  url: readAddress,
  githubUrl: readAddress,
  projectUrl: readAddress,
  country: countryCode,
  color: readColour,
  language: readLanguage,
  level: readPercent,
  image: readImagePath,
  imgSrc: readImagePath,
  icon: (text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-'),
  number: (text) => text,
}

/** The named colours of CSS 2.1. */
const NAMED_COLOURS: Record<string, string> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  fuchsia: '#ff00ff',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lime: '#00ff00',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  white: '#ffffff',
  yellow: '#ffff00',
}

const IMAGE_PATH = /^(?:\.?\/)?(?:content\/)?(images\/\S+)$/
const IMAGE_NAME = /^(?:\.?\/)?([^/\s]+\.(?:avif|gif|jpe?g|png|svg|tiff?|webp))$/i

/** Converts dates, addresses, numbers, colours, countries and images to the schema's format. */
export function normalizeContent(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(normalizeContent)
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => [key, normalizeField(key, value)]),
  )
}

function normalizeField(key: string, value: unknown): unknown {
  const parse = Object.hasOwn(PARSERS, key) ? PARSERS[key] : undefined
  const isText = typeof value === 'string' || (Number.isFinite(value) && key !== 'level')
  return parse && isText ? (parse(String(value)) ?? value) : normalizeContent(value)
}

function readPercent(text: string): number | undefined {
  const [, digits] = /^\s*(\d{1,3})\s*%?\s*$/.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Accepts the paths that editors, browsers and file managers use for a file in images/. */
function readImagePath(text: string): string | undefined {
  const [, path] = IMAGE_PATH.exec(text.trim()) ?? []
  const [, name] = IMAGE_NAME.exec(text.trim()) ?? []
  return path ?? (name && `images/${name}`)
}

/** Parses a named colour, #rgb or #rrggbb (# optional) to #rrggbb. */
function readColour(text: string): string | undefined {
  const written = text.trim().toLowerCase()
  if (Object.hasOwn(NAMED_COLOURS, written)) return NAMED_COLOURS[written]
  const [, short] = /^#?([\da-f]{3})$/.exec(written) ?? []
  if (short) return `#${[...short].map((digit) => digit + digit).join('')}`
  const [, long] = /^#?([\da-f]{6})$/.exec(written) ?? []
  return long && `#${long}`
}
