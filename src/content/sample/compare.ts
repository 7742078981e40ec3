import { type Path, plainValue, type Source } from '../source.ts'

/** The words of the file itself, without the engine's own; {name} is nobody's name. */
export function written(source: Source): object {
  const { words: _, ...others } = plainValue(source) as Record<string, unknown>
  return others
}

/** The way with every place in a list left open, such as projects.cards.*.title. */
export function patternOf(path: Path): string {
  return path.map((step) => (typeof step === 'number' ? '*' : String(step))).join('.')
}

export function keyOf(path: Path, text: string): string {
  return `${patternOf(path)}\n${plain(text)}`
}

export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
