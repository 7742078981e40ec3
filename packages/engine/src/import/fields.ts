import { isPresent, readAddress, readDate } from '../content/normalize.ts'

/** A field that is not imported, or not as it is, and the reason. */
export type Skipped = { what: string; why: string }

export const NO_FIELD = 'the portfolio has no field for it'

type Values = Record<string, unknown>

const CONTROLS = /[[\p{Cc}\p{Zl}\p{Zp}]--[\n\t]]|\ufeff/gv

/** Foreign text without control characters; undefined if nothing is left. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).replace(/\r\n?/g, '\n').toWellFormed().normalize('NFC')
  return text.replace(CONTROLS, '').trim() || undefined
}

export function cleanLine(value: unknown): string | undefined {
  return cleanText(value)?.replace(/\s+/g, ' ')
}

/** A URL as the content requires it, with a scheme. */
export function cleanAddress(value: unknown): string | undefined {
  const text = cleanLine(value)
  return text && (readAddress(text) ?? text)
}

/**
 * Reads the named fields of an import and records which were used, so that all others can be
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
    return this.#first(names, cleanText)
  }

  address(...names: string[]): string | undefined {
    return this.#first(names, cleanAddress)
  }

  /** The text of a required field, or a default if it is empty. */
  lineOr(fallback: string, ...names: string[]): string {
    const line = this.line(...names)
    if (line !== undefined) return line
    const name = names.find((one) => Object.hasOwn(this.#values, one)) ?? names[0] ?? ''
    this.skip(name, `it is empty, so "${fallback}" stands there now`)
    return fallback
  }

  lines(name: string): string[] {
    return this.#list(name, cleanLine)
  }

  texts(name: string): string[] {
    return this.#list(name, cleanText)
  }

  /** A text split at its blank lines. */
  paragraphs(name: string): string[] | undefined {
    return this.text(name)?.split(/\s*\n[ \t]*\n\s*/)
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
    const values = this.#get(name)
    if (isValues(values)) this.ignore(name)
    return this.#nest(isValues(values) ? values : {}, `${name}.`)
  }

  /** Reads each entry of a list. */
  each<Item>(name: string, read: (entry: Fields) => Item): Item[] {
    this.ignore(name)
    return listOf(this.#get(name)).flatMap((entry, index) => {
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
    const unused = Object.entries(this.#values)
      .filter(([name, value]) => !this.#used.has(name) && !isEmpty(value))
      .map(([name]) => ({ what: this.#prefix + name, why: NO_FIELD }))
    return [
      ...this.#skipped,
      ...unused,
      ...this.#inner.flatMap((fields) => fields.#collectSkipped()),
    ]
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined
  }

  #has(name: string): boolean {
    return !isEmpty(this.#get(name))
  }

  #nest(values: Values, prefix: string): Fields {
    const fields = new Fields(values, this.#prefix + prefix)
    this.#inner.push(fields)
    return fields
  }

  #first(names: string[], clean: (value: unknown) => string | undefined): string | undefined {
    const name = names.find((one) => clean(this.#get(one)) !== undefined)
    if (name === undefined) return undefined
    this.ignore(name)
    return clean(this.#get(name))
  }

  #list(name: string, clean: (value: unknown) => string | undefined): string[] {
    const values = listOf(this.#get(name)).filter((value) => !isEmpty(value))
    const cleaned = values.flatMap((value) => clean(value) ?? [])
    if (cleaned.length === values.length) this.ignore(name)
    return cleaned
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

/** Decodes UTF-8, UTF-16 or Windows-1252; undefined if the bytes are no text. */
export function decode(bytes: Uint8Array): string | undefined {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    const isText = encoding === 'utf-8' && !bytes.includes(0)
    return isText ? new TextDecoder('windows-1252').decode(bytes) : undefined
  }
}
