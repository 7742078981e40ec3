import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DataFolder, dataFolder } from '../../../tests/fixtures/call-messages.ts'

let place: DataFolder

beforeEach(() => {
  place = dataFolder()
})

afterEach(() => place.remove())

test.each([
  [['lst'], 'Did you mean "list"?'],
  [['list', '--stat', 'held'], 'Did you mean --state?'],
  [['list', '--state', 'unsent'], 'queued, held, sent, failed'],
  [['list', 'held'], 'does not know what to do with "held"'],
  [['show'], 'show needs NAME'],
  [['list', '--page', '0'], 'numbers from 1 on'],
  [['purge'], '--older-than 90d'],
  [['stats', '--fail-if-stuck', 'soon'], 'a length of time'],
  [['export', '--format', 'xml'], 'json, csv, mbox'],
  [['forget', 'a@b.example, c@d.example'], 'not one plain e-mail address'],
])('%j is wrong use, told with what is right', async (args, hint) => {
  const { exitCode, out, error } = await place.messages(...args)
  expect(exitCode).toBe(2)
  expect(out).toBe('')
  expect(error).toContain(hint)
})
