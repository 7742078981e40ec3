export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The visitor's fields: text from a form, or any JSON from template parameters. */
export type Variables = { [name: string]: Json }

/** Returns the text of a field; empty if the field is absent or not a string. */
export function textIn(variables: Variables, name: string): string {
  const value = variables[name]
  return typeof value === 'string' ? value : ''
}

/** Formats a value for people: text unchanged, everything else as JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Applies `change` to every string in a value, at any depth. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]),
  )
}

/** Whether `condition` is true for any string in a value, at any depth. */
export function someText(value: Json | undefined, condition: (text: string) => boolean): boolean {
  if (typeof value === 'string') return condition(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((one) => someText(one, condition))
}
