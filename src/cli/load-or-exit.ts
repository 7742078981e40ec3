import { type Depth, type Loaded, loadPortfolio } from '../content/load.ts'
import { formatProblems } from '../content/problem.ts'
import { harmlessText } from './terminal/harmless.ts'

type Good = Extract<Loaded, { ok: true }>

/** The content of a folder, or the end of the command with every fault told. */
export function loadOrExit(content: string, depth?: Depth): Good {
  return goodOrExit(loadPortfolio(content, depth))
}

/** The same for content that was read already. */
export function goodOrExit(loaded: Loaded): Good {
  if (loaded.ok) return loaded
  console.error(harmlessText(formatProblems(loaded.problems)))
  process.exit(1)
}
