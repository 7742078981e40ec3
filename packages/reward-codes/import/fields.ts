import { formatReceived } from '../content/diagnostic.ts'
import { isFields } from '../content/values.ts'
import { saysPresent } from './dates.ts'
import { cleanText, withSafeLinks } from './texts.ts'

/** Fields about the file, not about the person. */
const ABOUT_THE_FILE = ['$schema', 'meta']

/** What an import holds and the portfolio does not, each as one line. */
export class Notes {
  /** Values that were read and could not be kept whole. */
  readonly lost: string[] = []
  readonly #opened: Fields[] = []

  open(fields: Fields) {
    this.#opened.push(fields)
  }

  lose(field: string, value: unknown, why: string) {
    const line = `${field}: ${formatReceived(value)} ${why}`
    if (!this.lost.includes(line)) this.lost.push(line)
  }

  /** The fields that nothing has read, such as `work.team`. */
  unread(): string[] {
    return [...new Set(this.#opened.flatMap((fields) => fields.unread()))]
  }
}

/**
 * The unchecked fields of an import. Names are read without regard to case, spaces, hyphens and
 * underscores. Fields that nothing reads are noted.
 */
export class Fields {
  readonly #value: Record<string, unknown>
  readonly #path: string
  readonly #notes: Notes
  readonly #names = new Map<string, string>()
  readonly #read = new Set<string>()

  constructor(value: Record<string, unknown>, path: string, notes: Notes) {
    this.#value = value
    this.#path = path
    this.#notes = notes
    for (const name of Object.keys(value)) this.#names.set(plainName(name), name)
    notes.open(this)
  }

  get isEmpty(): boolean {
    return Object.values(this.#value).every(isEmpty)
  }

  /** Whether there is a value of one of these names. */
  has(...names: string[]): boolean {
    return names.some((name) => !isEmpty(this.#value[this.#names.get(plainName(name)) ?? '']))
  }

  /** A text of one line, by the first of the names that has a value. */
  line(...names: string[]): string | undefined {
    return this.text(...names)?.replace(/\s+/g, ' ')
  }

  text(...names: string[]): string | undefined {
    const [name, value] = this.#first(names)
    const text = textOf(value)
    if (text === undefined) this.#read.delete(name)
    return text
  }

  /** A text with links, in which one paragraph follows the other: that of each of the names that has a value. */
  paragraphs(...names: string[]): string | undefined {
    const texts = names.flatMap((name) => this.text(name) ?? [])
    return withSafeLinks([...new Set(texts)].join('\n\n')) || undefined
  }

  /** A list of texts, or one text with a line or an item for each. */
  lines(...names: string[]): string[] {
    const [name, value] = this.#first(names)
    const split = textOf(value)?.split('\n') ?? [value]
    const list = Array.isArray(value) ? value : split.map(withoutBullet)
    return list.flatMap((item) => {
      const text = textOf(item)
      if (text === undefined) this.#read.delete(name)
      return text?.replace(/\s+/g, ' ') ?? []
    })
  }

  /** The value that `read` finds in a text. What it finds none in is lost. */
  find(
    names: string[],
    why: string,
    read: (text: string) => string | undefined,
  ): string | undefined {
    const [name] = this.#first(names)
    const text = this.line(...names)
    const found = text && read(text)
    if (text && !found) this.lose(name, text, why)
    return found
  }

  /** Whether a text says that something goes on until today. */
  isPresent(...names: string[]): boolean {
    return saysPresent(this.line(...names) ?? '')
  }

  /** The fields in a field. A bare text is the value of `main`. */
  fields(name: string, main: string): Fields {
    const [only] = this.entries(main, name)
    return only ?? new Fields({}, '', this.#notes)
  }

  /** The entries of the lists of these names. A bare text is the value of `main`, and fields without a list are one entry. */
  entries(main: string, ...names: string[]): Fields[] {
    return this.#own(names).flatMap((name) => {
      const value = this.#value[name]
      return (Array.isArray(value) ? value : [value]).flatMap((item) => {
        if (isEmpty(item)) return []
        const text = textOf(item)
        const fields = isFields(item) ? item : text !== undefined && { [main]: text }
        if (!fields) this.#read.delete(name)
        const entry = new Fields(fields || {}, this.pathOf(name), this.#notes)
        return entry.isEmpty ? [] : entry
      })
    })
  }

  /** Notes a value that the portfolio cannot have, or not whole. */
  lose(name: string, value: unknown, why: string) {
    this.#notes.lose(this.pathOf(this.#names.get(plainName(name)) ?? name), value, why)
  }

  unread(): string[] {
    return Object.keys(this.#value)
      .filter((name) => !this.#read.has(name) && !isEmpty(this.#value[name]))
      .map((name) => this.pathOf(name))
      .filter((path) => !ABOUT_THE_FILE.includes(path))
  }

  pathOf(name: string): string {
    return this.#path ? `${this.#path}.${name}` : name
  }

  /** The first of the names that has a value. All of them count as read: they are names for the same. */
  #first(names: string[]): [name: string, value: unknown] {
    const name = this.#own(names).find((each) => !isEmpty(this.#value[each])) ?? names[0] ?? ''
    return [name, this.#value[name]]
  }

  /** The names as the import writes them, which count as read. */
  #own(names: string[]): string[] {
    const own = names.flatMap((name) => this.#names.get(plainName(name)) ?? [])
    for (const name of own) this.#read.add(name)
    return own
  }
}

export const BULLET = /^\s*[•▪◦‣·*–-]\s+/

function withoutBullet(item: unknown): unknown {
  return typeof item === 'string' ? item.replace(BULLET, '') : item
}

/** A text, a number, or the text of fields that have one, such as { "name": "CSS" }. Lists have one a line. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return cleanText(value) || undefined
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) {
    const items = value.filter((item) => !isEmpty(item))
    const texts = items.map((item) => (Array.isArray(item) ? undefined : textOf(item)))
    return texts.includes(undefined) ? undefined : texts.join('\n')
  }
  const [only, ...others] = isFields(value)
    ? Object.values(value).filter((one) => !isEmpty(one))
    : []
  return typeof only === 'string' && others.length === 0 ? cleanText(only) || undefined : undefined
}

export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  // A list of YAML may contain itself.
  if (Array.isArray(value)) return value.every((item) => item === null || item === '')
  if (isFields(value)) return Object.keys(value).length === 0
  return value === undefined || value === null || value === false
}
