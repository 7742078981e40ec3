/** What one run measured, by name. */
export type Sample = Record<string, number>

/** Runs the setups in turn, so that a disturbance of the machine affects all of them. */
export async function interleave(
  runs: number,
  setups: Record<string, () => Promise<Sample>>,
): Promise<Record<string, Sample[]>> {
  const samples: Record<string, Sample[]> = {}
  for (let run = 0; run < runs; run++) {
    for (const [name, measure] of Object.entries(setups)) {
      samples[name] = [...(samples[name] ?? []), await measure()]
    }
  }
  return samples
}

/** The median of a value, and its range: "12 (10 to 15)". Empty if it was not measured. */
export function summarize(samples: Sample[] = [], name: string) {
  const values = samples.map((sample) => sample[name] ?? Number.NaN).toSorted((a, b) => a - b)
  const median = values[Math.floor(values.length / 2)] ?? Number.NaN
  const [low = median, high = median] = [values[0], values.at(-1)]
  const range = low === high || Number.isNaN(median) ? '' : ` (${format(low)} to ${format(high)})`
  return { median, text: `${format(median)}${range}` }
}

export function format(value: number): string {
  if (!Number.isFinite(value)) return ''
  if (Number.isInteger(value) || value >= 100) return value.toFixed(0)
  return value < 1 ? value.toPrecision(2) : value.toFixed(value >= 10 ? 1 : 2)
}

/** A Markdown table. The first cell of each row is its name. */
export function markdownTable(columns: string[], rows: string[][]): string {
  const lines = [['', ...columns], ['---', ...columns.map(() => '---:')], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
