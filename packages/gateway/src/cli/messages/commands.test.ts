import { callMessages, type DataFolder, dataFolder } from 'test-fixtures/call-messages.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let workspace: DataFolder

beforeEach(() => {
  workspace = dataFolder()
})

afterEach(() => workspace.remove())

test.each([
  [['lst'], 'Did you mean list?'],
  [['list', '--stat', 'held'], 'Did you mean --state?'],
  [['list', '--stat=held'], 'Did you mean --state?'],
  [['list', '--from', 'a@b.example'], 'Did you mean --sender?'],
  [['list', '--state', 'unsent'], 'queued, held, sent, failed'],
  [['list', 'held'], 'Too many arguments'],
  [['show'], "Missing required argument 'ID'"],
  [['list', '--page', '0'], 'must be at least 1'],
  [['list', '--per-page', '1001'], 'at most 1000'],
  [['purge'], "Required option '--older-than <AGE>'"],
  [['stats', '--fail-if-older-than', 'soon'], 'Use a duration'],
  [['export', '--format', 'xml'], 'json, csv, mbox'],
  [['forget', 'a@b.example, c@d.example'], 'not a plain e-mail address'],
])('%j exits with 2 and a hint', async (args, hint) => {
  const { exitCode, out, error } = await workspace.messages(...args)
  expect(exitCode).toBe(2)
  expect(out).toBe('')
  expect(error).toContain(hint)
})

test('with --json, a usage error is JSON on stdout', async () => {
  const { exitCode, out, error } = await workspace.messages('list', '--page', '0', '--json')
  expect({ exitCode, error }).toEqual({ exitCode: 2, error: '' })
  expect(JSON.parse(out)).toEqual({ error: expect.stringContaining('must be at least 1') })
})

test('an error prints control characters in the arguments visibly', async () => {
  const { error } = await workspace.messages('\u001b[2J\u202e')
  expect(error).toContain("Unknown command '<U+001B>[2J<U+202E>'")
})

test('the help of every command is wrapped to the terminal, except its examples', async () => {
  const overview = await callMessages(['--help'], {}, { columns: 60 })
  const names = [...overview.out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name)
  expect(names).toHaveLength(11)
  for (const name of names.filter((name) => name !== 'help')) {
    const { exitCode, out } = await callMessages([name, '--help'], {}, { columns: 60 })
    expect(exitCode).toBe(0)
    const lines = out.split('\n').filter((line) => !line.startsWith('  npm run'))
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
  }
})
