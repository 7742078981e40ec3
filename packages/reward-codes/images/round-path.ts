/** The number of coordinates of each path command. */
const LENGTHS: Record<string, number> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
}

/**
 * Rounds SVG path data: to tenths if `precision` is 10, to whole units if it is 1. Commands become relative to the rounded position, so errors do
 * not add up, and a letter is the same data wherever it stands, which compresses.
 */
export function roundPath(data: string, precision: number): string {
  const round = (length: number) => Math.round(length * precision) / precision
  let written = ''
  let [at, start] = [origin(), origin()]
  const drawn = origin()
  for (const [, letter = '', list = ''] of data.matchAll(/([a-z])([^a-z]*)/gi)) {
    const command = letter.toLowerCase()
    const isRelative = letter === command
    for (const [index, numbers] of readNumbers(command, list).entries()) {
      const base = isRelative ? at : origin()
      const target = { x: at.x, y: at.y }
      const rounded = numbers.map((number, place) => {
        const axis = axisOf(command, place)
        if (!axis) return command === 'a' && place < 2 ? round(number) : number
        target[axis] = base[axis] + number
        return round(target[axis] - drawn[axis])
      })
      if (command === 'z') Object.assign(target, start)
      const last = { x: rounded.at(-2) ?? 0, y: rounded.at(-1) ?? 0 }
      if (command === 'h') drawn.x += last.y
      else if (command === 'v') drawn.y += last.y
      else if (command === 'z') Object.assign(drawn, { x: round(start.x), y: round(start.y) })
      else {
        drawn.x += last.x
        drawn.y += last.y
      }
      at = target
      if (command === 'm' && index === 0) start = target
      // Further pairs after a move are lines.
      written += (command === 'm' && index > 0 ? 'l' : command) + rounded.map(short).join(' ')
    }
  }
  return written.replaceAll(' -', '-')
}

function origin() {
  return { x: 0, y: 0 }
}

/** The axis of a coordinate. Radii, angle and flags of an arc have none. */
function axisOf(command: string, place: number): 'x' | 'y' | undefined {
  if (command === 'h') return 'x'
  if (command === 'v') return 'y'
  if (command === 'a') return place === 5 ? 'x' : place === 6 ? 'y' : undefined
  return place % 2 === 0 ? 'x' : 'y'
}

/** The coordinates of each repetition of a command. The flags of an arc need no separator. */
function readNumbers(command: string, list: string): number[][] {
  const length = LENGTHS[command] ?? 0
  if (length === 0) return [[]]
  const found: number[] = []
  let rest = list.replace(/^[\s,]+/, '')
  while (rest) {
    const place = found.length % length
    const isFlag = command === 'a' && (place === 3 || place === 4)
    const [number = rest] =
      (isFlag ? /^[01]/ : /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/i).exec(rest) ?? []
    found.push(Number(number))
    rest = rest.slice(number.length).replace(/^[\s,]+/, '')
  }
  return Array.from({ length: found.length / length }, (_, index) =>
    found.slice(index * length, (index + 1) * length),
  )
}

function short(number: number): string {
  return String(number).replace(/^(-?)0\./, '$1.')
}
