import { expect, test } from 'vitest'
import { createLog, type LogShape } from './log.ts'

const TIME = '2026-01-15T00:00:00.000Z'
/** Every kind of line break, control sequences of both sets (C0 and C1), and a bidi override. */
const HOSTILE =
  '451 no\r\n2026 info all is well\u2028a\u2029b\u0085c\u001b[2J\u009b2J\u202ed\u{e0041}'

function collect(shape?: LogShape) {
  const lines: string[] = []
  const log = createLog(
    (line) => lines.push(line),
    () => Date.parse(TIME),
    shape,
  )
  return { lines, log }
}

test('a readable event is one line of time, level, event and facts', () => {
  const { lines, log } = collect()
  log.warn({ attempt: 2, reply: '451 no\r\nall is well' }, 'message deferred')
  expect(lines).toEqual([
    `${TIME} warn  message deferred attempt=2 reply="451 no\\r\\nall is well"`,
  ])
})

test('an event in JSON has unchanged values', () => {
  const { lines, log } = collect('json')
  log.error({ id: '0abc-1', reply: HOSTILE }, 'message failed')
  const [failed = ''] = lines
  expect(JSON.parse(failed)).toEqual({
    level: 'error',
    time: TIME,
    id: '0abc-1',
    reply: HOSTILE,
    event: 'message failed',
  })
})

test.each(['json', 'readable'] as const)(
  'line breaks and control characters are escaped (%s)',
  (shape) => {
    const { lines, log } = collect(shape)
    log.error({ reply: HOSTILE }, HOSTILE)
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  },
)
