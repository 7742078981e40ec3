import Mustache from 'mustache'
import { textOf } from '../log.ts'
import type { Json, Variables } from '../message.ts'

/** Renders headers and plain text, without escaping. */
export function renderText(text: string, variables: Variables): string {
  return Mustache.render(text, withoutPrototypes(variables), undefined, { escape: textOf })
}

/** Renders HTML: values are escaped, and their line breaks become `<br>`. */
export function renderHtml(html: string, variables: Variables): string {
  const escapeValue = (value: unknown) => Mustache.escape(textOf(value)).replace(/\r?\n/g, '<br>\n')
  return Mustache.render(html, withoutPrototypes(variables), undefined, { escape: escapeValue })
}

/** Removes prototypes, so that no variable resolves to a method of `Object.prototype`. */
function withoutPrototypes(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutPrototypes)
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).map(([name, one]) => [name, withoutPrototypes(one)])
  return Object.assign(Object.create(null), Object.fromEntries(own))
}
