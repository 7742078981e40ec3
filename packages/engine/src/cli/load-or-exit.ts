import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'
import { formatDiagnostics } from '../content/diagnostic.ts'
import { type Depth, type LoadResult, loadPortfolio } from '../content/load.ts'

type Failed = Extract<LoadResult, { ok: false }>

/** Loads the content of a folder, or prints all its errors and exits. */
export function loadOrExit(content: string, depth?: Depth) {
  return goodOrExit(loadPortfolio(content, depth))
}

/** Returns loaded content, or prints all its errors and exits. */
export function goodOrExit<Loaded extends { ok: true }>(loaded: Loaded | Failed): Loaded {
  if (loaded.ok) return loaded
  console.error(sanitizeText(formatDiagnostics(loaded.diagnostics)))
  process.exit(1)
}
