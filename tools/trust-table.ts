/** What a test of faults or hostile input counted. */
export type Figures = {
  /** Where the row stands in docs/trust.md. */
  table: 'faults' | 'hostile'
  /** What was done, as the first words of the row. */
  what: string
  figures: Record<string, number | string>
}

/** The rows of one table as Markdown, in an order that no run changes. */
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
