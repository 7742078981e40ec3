import { locate, type Path, type Place, type Source } from '../source.ts'

/** A lint finding: the path, what it means for visitors, and what the owner should do. */
export type Remark = { path: Path; found: string; meaning: string; action: string }

/** A remark with its location. It blocks nothing. */
export type Advice = Place & Omit<Remark, 'path'>

/** A text of the content and its path. */
export type Text = { path: Path; text: string }

/** Adds locations to remarks and sorts them in file order. */
export function locateRemarks(source: Source, remarks: Remark[]): Advice[] {
  return remarks
    .map(({ path, ...remark }) => ({ ...locate(source, path), ...remark }))
    .sort((a, b) => a.line - b.line)
}

/** The remark in a list if the condition holds, otherwise an empty list. */
export function remarkIf(condition: boolean, remark: Remark): Remark[] {
  return condition ? [remark] : []
}

/** All texts in a value, at any depth. */
export function textsOf(value: unknown, path: Path = []): Text[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  const entries: [PropertyKey, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([key, item]) => textsOf(item, [...path, key]))
}
