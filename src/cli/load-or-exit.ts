import { type Depth, loadPortfolio } from '../content/load.ts'
import { formatProblems } from '../content/problem.ts'
import type { Portfolio } from '../content/schema.ts'

/** The content of a folder, or the end of the command with every fault told. */
export function loadOrExit(content: string, depth?: Depth): Portfolio {
  const loaded = loadPortfolio(content, depth)
  if (loaded.ok) return loaded.portfolio
  console.error(formatProblems(loaded.problems))
  process.exit(1)
}
