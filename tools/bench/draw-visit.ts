// A visit as a picture: above what is fetched, below what the main thread does.

export type Bar = { from: number; to: number; name: string }

/** All in milliseconds from the beginning. */
export type Visit = {
  requests: Bar[]
  tasks: Bar[]
  /** What the tasks consist of. */
  parts: Bar[]
  marks: { name: string; at: number }[]
}

const WIDTH = 1200
const EDGE = 8
const TOP = 24
const ROW = 14
const LANE = 46
const FOOT = 44
const TEXT = '#1d2422'
const TASK = '#c4cbc8'
const REQUEST = '#8888aa'

const KINDS: Record<string, { names: string[]; colour: string }> = {
  'HTML parsing': { names: ['ParseHTML'], colour: '#4477aa' },
  style: { names: ['UpdateLayoutTree'], colour: '#ccbb44' },
  layout: { names: ['Layout', 'HitTest'], colour: '#aa3377' },
  paint: { names: ['PrePaint', 'Paint', 'Layerize', 'Commit'], colour: '#228833' },
  script: {
    names: [
      'EvaluateScript',
      'v8.evaluateModule',
      'FunctionCall',
      'v8.compileModule',
      'RunMicrotasks',
    ],
    colour: '#ee6677',
  },
}

export const kindOf = (name: string) =>
  Object.values(KINDS).find(({ names }) => names.includes(name))

export function drawVisit({ requests, tasks, parts, marks }: Visit): string {
  const end = Math.max(...marks.map(({ at }) => at)) * 1.02
  const x = (ms: number) => EDGE + (Math.min(ms, end) / end) * (WIDTH - 2 * EDGE)
  const seen = requests.filter(({ from }) => from < end)
  const lane = TOP + seen.length * ROW + ROW
  const bar = ({ from, to }: Bar, y: number, height: number, colour: string) =>
    box(x(from), y, Math.max(0.6, x(to) - x(from)), height, colour)
  const halves = Array.from({ length: Math.floor(end / 500) + 1 }, (_, half) => half * 500)
  const height = lane + LANE + FOOT
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui,sans-serif" font-size="11" fill="${TEXT}">`,
    box(0, 0, WIDTH, height, '#fff'),
    ...halves.map((ms) => line(x(ms), TOP, lane + LANE, 'stroke="#e3e7e5"')),
    ...halves.map((ms) => words(`${ms / 1000} s`, x(ms), lane + LANE + 14)),
    ...seen.map((request, place) => bar(request, TOP + place * ROW + 3, ROW - 6, REQUEST)),
    ...seen.map(({ name, from, to }, place) => {
      const y = TOP + place * ROW + 11
      return x(from) > WIDTH / 2 ? words(name, x(from) - 4, y, 'end') : words(name, x(to) + 4, y)
    }),
    ...tasks.map((task) => bar(task, lane, LANE, TASK)),
    ...parts.map((part) => bar(part, lane + 8, LANE - 8, kindOf(part.name)?.colour ?? TASK)),
    ...marks.map(({ at }) => line(x(at), 0, lane + LANE, `stroke="${TEXT}"`)),
    ...marks.map(({ name, at }) => words(`${name}, ${at.toFixed(0)} ms`, x(at) - 4, 12, 'end')),
    ...legend(height),
    '</svg>\n',
  ].join('\n')
}

function legend(height: number): string[] {
  return Object.entries({ ...KINDS, 'other tasks': { colour: TASK } }).flatMap(
    ([name, { colour }], place) => [
      box(EDGE + place * 130, height - 18, 10, 10, colour),
      words(name, EDGE + place * 130 + 15, height - 9),
    ],
  )
}

function box(x: number, y: number, width: number, height: number, colour: string): string {
  return `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${colour}"/>`
}

function line(x: number, from: number, to: number, stroke: string): string {
  return `<path d="M${x.toFixed(1)} ${from}V${to}" ${stroke}/>`
}

function words(text: string, x: number, y: number, anchor = 'start'): string {
  return `<text x="${x.toFixed(1)}" y="${y}" text-anchor="${anchor}">${text}</text>`
}
