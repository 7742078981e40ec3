import { locate, type Path, type Place, type Source } from '../source.ts'

/** What an owner should know about a value: what it means for a visitor, and what to do. */
export type Remark = { path: Path; found: string; meaning: string; action: string }

/** A remark with its place; it stops nothing. */
export type Advice = Place & Omit<Remark, 'path'>

/** In the order of the file, as the owner goes through it. */
export function placeRemarks(source: Source, remarks: Remark[]): Advice[] {
  return remarks
    .map(({ path, ...remark }) => ({ ...locate(source, path), ...remark }))
    .sort((a, b) => a.line - b.line)
}
