/** `full` measures the figures of docs/speed.md. `quick` runs each benchmark once, briefly, as a check. */
export type Effort = 'full' | 'quick'

export const RUNS: Record<Effort, number> = { full: 5, quick: 1 }

/** The median and the range of several runs. */
type Figure = { median: number; low: number; high: number }

/** The results of one run, by name. */
export type Sample = Record<string, number>

/** The figures of one setup, by name. */
export type Figures = Record<string, Figure>

/** Runs the setups in turn, `runs` times, so that a disturbance of the machine affects all of them. */
export async function interleave(
  runs: number,
  setups: Record<string, () => Promise<Sample>>,
): Promise<Record<string, Figures>> {
  const samples: Record<string, Sample[]> = {}
  for (let run = 0; run < runs; run++) {
    for (const [name, measure] of Object.entries(setups)) {
      samples[name] = [...(samples[name] ?? []), await measure()]
    }
  }
  return Object.fromEntries(
    Object.entries(samples).map(([name, list]) => [name, summarizeSamples(list)]),
  )
}

/** Summarizes each value of the samples. */
export function summarizeSamples(samples: Sample[]): Figures {
  const names = Object.keys(samples[0] ?? {})
  return Object.fromEntries(
    names.map((name) => [name, summarize(samples.map((sample) => sample[name] ?? Number.NaN))]),
  )
}

export function summarize(values: number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return {
    median: at(Math.floor(sorted.length / 2)),
    low: at(0),
    high: at(sorted.length - 1),
  }
}

/** Formats a number with its significant digits. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

/** Formats the median and the range: "12 (10 to 15)". A value that was not measured is empty. */
export function formatFigure(figure: Figure | undefined): string {
  if (!figure || Number.isNaN(figure.median)) return ''
  const { median, low, high } = figure
  if (low === high) return formatNumber(median)
  return `${formatNumber(median)} (${formatNumber(low)} to ${formatNumber(high)})`
}

/** Formats the ratio of two medians. Empty if one was not measured. */
export function formatRatio(figure: Figure | undefined, limit: Figure | undefined): string {
  const ratio = ratioOf(figure, limit)
  return Number.isNaN(ratio) ? '' : formatNumber(ratio)
}

/** Formats the ratio of two medians in percent. */
export function formatPercent(figure: Figure | undefined, limit: Figure | undefined): string {
  const ratio = ratioOf(figure, limit)
  return Number.isNaN(ratio) ? '' : `${formatNumber(100 * ratio)} %`
}

function ratioOf(figure: Figure | undefined, limit: Figure | undefined): number {
  return (figure?.median ?? Number.NaN) / (limit?.median ?? Number.NaN)
}

/** A Markdown table. The first column has the names of the rows. */
export function markdownTable(rows: Record<string, Record<string, string>>): string {
  const columns = Object.keys(Object.values(rows)[0] ?? {})
  const lines = Object.entries(rows).map(
    ([name, cells]) => `| ${[name, ...columns.map((column) => cells[column] ?? '')].join(' | ')} |`,
  )
  const header = [`| | ${columns.join(' | ')} |`, `|---|${'---:|'.repeat(columns.length)}`]
  return [...header, ...lines].join('\n')
}

/** A Markdown table of figures with their ranges, one row for each setup. */
export function figuresTable(measured: Record<string, Figures>): string {
  const rows = Object.entries(measured).map(([name, figures]) => {
    const cells = Object.entries(figures).map(([column, figure]) => [column, formatFigure(figure)])
    return [name, Object.fromEntries(cells)]
  })
  return markdownTable(Object.fromEntries(rows))
}
