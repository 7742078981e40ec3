/** Enough for a median that one bad minute does not move. */
export const RUNS = 5

/** What several runs gave: the middle one and the range. */
export type Figure = { median: number; low: number; high: number }

/** What one run of one setup measured, by name. */
export type Sample = Record<string, number>

/** Runs the setups in turn, again and again, so that a slow minute is everybody's. */
export async function interleave(
  setups: Record<string, () => Promise<Sample>>,
  runs = RUNS,
): Promise<Record<string, Record<string, Figure>>> {
  const samples: Record<string, Sample[]> = {}
  for (let run = 0; run < runs; run++) {
    for (const [name, measure] of Object.entries(setups)) {
      samples[name] = [...(samples[name] ?? []), await measure()]
    }
  }
  return Object.fromEntries(
    Object.entries(samples).map(([name, taken]) => [name, summarizeAll(taken)]),
  )
}

function summarizeAll(samples: Sample[]): Record<string, Figure> {
  const names = Object.keys(samples[0] ?? {})
  return Object.fromEntries(
    names.map((name) => [name, summarize(samples.map((sample) => sample[name] ?? Number.NaN))]),
  )
}

export function summarize(values: number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (place: number) => sorted[place] ?? Number.NaN
  return {
    median: at(Math.floor(sorted.length / 2)),
    low: at(0),
    high: at(sorted.length - 1),
  }
}

/** A number in as many places as mean something. */
export function write(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

/** "12 (10 to 15)": the median and the range. */
export function writeFigure({ median, low, high }: Figure): string {
  return low === high ? write(median) : `${write(median)} (${write(low)} to ${write(high)})`
}

/** A Markdown table whose first column names the rows. */
export function tableOf(rows: Record<string, Record<string, string>>): string {
  const names = Object.keys(Object.values(rows)[0] ?? {})
  const lines = Object.entries(rows).map(
    ([name, cells]) => `| ${[name, ...names.map((column) => cells[column] ?? '')].join(' | ')} |`,
  )
  return [`| | ${names.join(' | ')} |`, `|---|${'---:|'.repeat(names.length)}`, ...lines].join('\n')
}

/** What was measured as it is, with its ranges, a row for each setup. */
export function tableOfFigures(measured: Record<string, Record<string, Figure>>): string {
  const rows = Object.entries(measured).map(([name, figures]) => {
    const cells = Object.entries(figures).map(([of, figure]) => [of, writeFigure(figure)])
    return [name, Object.fromEntries(cells)]
  })
  return tableOf(Object.fromEntries(rows))
}
