import { isReachable, readAddress } from '../content/address.ts'
import { isPresent, readDate } from '../content/normalize.ts'
import { linksIn, parseRichText } from '../content/rich-text.ts'

/** A field that is not imported, or not as it is, and the reason. */
export type Skipped = { what: string; why: string }

export const NO_FIELD = 'the portfolio has no field for it'

/** Why a file cannot be imported. */
export class ImportError extends Error {}

type Values = Record<string, unknown>

const CONTROLS = /[[\p{Cc}\p{Zl}\p{Zp}]--[\n\t]]|\ufeff/gv

/** Foreign text without control characters; undefined if nothing is left. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).replace(/\r\n?/g, '\n').toWellFormed().normalize('NFC')
  return text.replace(CONTROLS, '').trim() || undefined
}

/** A foreign text as a paragraph, whose links would be errors if they lead nowhere. They become text. */
export function cleanParagraph(value: unknown, clean = cleanText): string | undefined {
  const text = clean(value)
  const isBroken = (target: string) => !isReachable(target)
  return text && linksIn(parseRichText(text)).some(isBroken)
    ? text.replace(/(?<!\\)\[/g, '\\[')
    : text
}

export function cleanLine(value: unknown): string | undefined {
  return cleanText(value)?.replace(/\s+/g, ' ')
}

/** A URL as the content requires it, with a scheme. */
export function cleanAddress(value: unknown): string | undefined {
  const text = cleanLine(value)
  return text && (readAddress(text) ?? text)
}

/** A text split at its blank lines. */
export function paragraphsOf(text: string | undefined): string[] | undefined {
  return text?.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
}

/**
 * Reads the named fields of an object and records which were used, so that all others can be
 * reported to the owner.
 */
export class Fields {
  readonly #values: Values
  readonly #prefix: string
  readonly #used = new Set<string>()
  readonly #inner: Fields[] = []
  readonly #skipped: Skipped[] = []

  constructor(values: Values, prefix = '') {
    this.#values = values
    this.#prefix = prefix
  }

  /** The first of these fields that contains text, in one line. */
  line(...names: string[]): string | undefined {
    return this.#first(names, cleanLine)
  }

  text(...names: string[]): string | undefined {
    return this.#first(names, cleanParagraph)
  }

  address(...names: string[]): string | undefined {
    return this.#first(names, cleanAddress)
  }

  /** The text of a required field, or a default if it is empty. */
  lineOr(fallback: string, ...names: string[]): string {
    const line = this.line(...names)
    if (line !== undefined) return line
    const name = names.find((one) => one in this.#values) ?? names[0] ?? ''
    this.skip(name, `it is empty, so "${fallback}" stands there now`)
    return fallback
  }

  /** The texts of a list. It is reported as unused if it has anything else. */
  texts(name: string, clean: (value: unknown) => string | undefined = cleanParagraph): string[] {
    const values = listOf(this.#values[name]).filter((value) => !isEmpty(value))
    const cleaned = values.flatMap((value) => clean(value) ?? [])
    if (cleaned.length === values.length) this.ignore(name)
    return cleaned
  }

  date(...names: string[]): string | undefined {
    const { date, invalid } = parseDate(this.line(...names))
    if (invalid) this.skip(names.find((name) => this.#has(name)) ?? '', `"${invalid}" is no date`)
    return date
  }

  /** A period from the first of these pairs of fields that has a date. */
  period(...pairs: [startName: string, endName: string][]): string | undefined {
    const names = pairs.find((pair) => pair.some((name) => this.#has(name))) ?? []
    const [start, end] = names.map((name) => parseDate(this.line(name)))
    const invalid = start?.invalid ?? end?.invalid
    if (invalid) this.skip(names.join(', '), `"${invalid}" is no date`)
    if (invalid || !start?.date) return invalid ? undefined : end?.date
    return `${start.date} – ${end?.date ?? 'present'}`
  }

  /** Records a field as used without reading it. */
  ignore(...names: string[]): void {
    for (const name of names) this.#used.add(name)
  }

  /** The fields of a nested object. */
  within(name: string): Fields {
    const values = this.#values[name]
    if (!isValues(values)) return new Fields({})
    this.ignore(name)
    return this.#nest(values, `${name}.`)
  }

  /** Reads each entry of a list. */
  each<Item>(name: string, read: (entry: Fields) => Item): Item[] {
    this.ignore(name)
    return listOf(this.#values[name]).flatMap((entry, index) => {
      if (isValues(entry)) return [read(this.#nest(entry, `${name}[${index}].`))]
      if (!isEmpty(entry)) this.skip(`${name}[${index}]`, 'it has no named fields')
      return []
    })
  }

  /** Reports that a field is not imported as it is. */
  skip(name: string, why: string): void {
    this.#skipped.push({ what: this.#prefix + name, why })
  }

  /** Everything that was reported or not used. Call it after reading. */
  skipped(): Skipped[] {
    return summarize(this.#collectSkipped())
  }

  #collectSkipped(): Skipped[] {
    const unused = Object.keys(this.#values)
      .filter((name) => this.#has(name) && !this.#used.has(name))
      .map((name) => ({ what: this.#prefix + name, why: NO_FIELD }))
    const inner = this.#inner.flatMap((fields) => fields.#collectSkipped())
    return [...this.#skipped, ...unused, ...inner]
  }

  #has(name: string): boolean {
    return !isEmpty(this.#values[name])
  }

  #nest(values: Values, prefix: string): Fields {
    const fields = new Fields(values, this.#prefix + prefix)
    this.#inner.push(fields)
    return fields
  }

  #first(names: string[], clean: (value: unknown) => string | undefined): string | undefined {
    for (const name of names) {
      const text = clean(this.#values[name])
      if (text === undefined) continue
      this.ignore(name)
      return text
    }
    return undefined
  }
}

/** Parses a date; an empty value and "present" are no date. */
function parseDate(text: string | undefined): { date?: string; invalid?: string } {
  if (!text || isPresent(text)) return {}
  const date = readDate(text)
  return date ? { date } : { invalid: text }
}

/** Reports an unused field of many entries once. */
function summarize(skipped: Skipped[]): Skipped[] {
  const groups = Map.groupBy(skipped, ({ what, why }) => `${what.replace(/\[\d+\]/g, '[]')} ${why}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length === 1 || first.why !== NO_FIELD) return group
    const what = `${first.what.replace(/\[\d+\]/g, '[]')} (${group.length} times)`
    return [{ what, why: first.why }]
  })
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value].filter((one) => !isEmpty(one))
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty)
  return value === undefined || value === null || value === ''
}

/**
 * Decodes UTF-8, UTF-16, or else `legacy`, an encoding that the file names; undefined if the bytes are no
 * text.
 */
export function decode(bytes: Uint8Array, legacy?: string): string | undefined {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    const isText = encoding === 'utf-8' && !bytes.includes(0)
    return isText ? legacyDecoder(legacy).decode(bytes) : undefined
  }
}

/** Windows-1252 if the file names no encoding, or none that exists. */
function legacyDecoder(encoding = 'windows-1252'): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
