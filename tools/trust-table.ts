/** The figures of a test with injected faults or hostile input. */
export type Figures = {
  /** The table of docs/trust.md that the row belongs to. */
  table: 'faults' | 'hostile'
  /** What was done: the first cell of the row. */
  what: string
  figures: Record<string, number | string>
}

/** The rows of one table as Markdown, sorted, so that every run has the same order. */
export function tableOf(rows: Figures[], table: Figures['table']): string {
  const lines = rows
    .filter((row) => row.table === table)
    .map(({ what, figures }) => `| ${what} | ${listOf(figures)} |`)
    .sort()
  return ['| What was done | What was counted |', '|---|---|', ...lines].join('\n')
}

function listOf(figures: Figures['figures']): string {
  return Object.entries(figures)
    .map(
      ([name, value]) =>
        `${name} ${typeof value === 'number' ? value.toLocaleString('en') : value}`,
    )
    .join(', ')
}
