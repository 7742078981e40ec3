import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('an event is one line, whatever others have said in it', () => {
  const lines: string[] = []
  const log = createLog(
    (line) => lines.push(line),
    () => Date.UTC(2026, 0, 15),
  )
  log('warn', 'message postponed', {
    attempt: 2,
    reply: '451 no\r\n2026 info all is well\u001b[2J',
  })
  expect(lines).toEqual([
    '2026-01-15T00:00:00.000Z warn  message postponed attempt=2 ' +
      'reply="451 no\\r\\n2026 info all is well\\u001b[2J"',
  ])
})
