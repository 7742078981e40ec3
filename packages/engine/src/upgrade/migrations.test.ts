import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { copyOwner, FORMAT_2, withLines } from 'test-fixtures/owner-project.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { FORMAT } from '../content/format.ts'
import { checkPortfolio } from '../content/load.ts'
import { formatOf, migrate } from './migrations.ts'

function owner() {
  const folder = freshFolder()
  copyOwner('0.1.0', folder)
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return {
    content: join(folder, 'content'),
    texts: {
      portfolio: read('content/portfolio.yaml'),
      theme: read('content/theme.css'),
      environment: read('.env'),
    },
  }
}

test("0.1.0's files change in the declared lines only", () => {
  const { texts } = owner()
  expect(migrate(texts)).toEqual({
    portfolio: withLines(texts.portfolio, FORMAT_2['content/portfolio.yaml']),
    theme: withLines(texts.theme, FORMAT_2['content/theme.css']),
    environment: withLines(texts.environment, FORMAT_2['.env']),
  })
})

test("0.1.0's portfolio is valid only after the migration", () => {
  const { texts, content } = owner()
  expect(checkPortfolio(texts.portfolio, content).ok).toBe(false)
  expect(checkPortfolio(migrate(texts).portfolio, content)).toMatchObject({ ok: true })
})

test('a second migration changes nothing', () => {
  const once = migrate(owner().texts)
  expect(formatOf(once.portfolio)).toBe(FORMAT)
  expect(migrate(once)).toBe(once)
})

test('a field that exists under both names stays, and so does a file of a newer format', () => {
  const both = 'words: { top: Up }\nstrings: { skip: Skip }\n'
  expect(parse(migrate({ portfolio: both }).portfolio)).toEqual({
    words: { backToTop: 'Up' },
    strings: { skip: 'Skip' },
    format: FORMAT,
  })
  const newer = `words: { top: Up }\nformat: ${FORMAT + 1}\n`
  expect(migrate({ portfolio: newer }).portfolio).toBe(newer)
})

test('a file that is no YAML stays', () => {
  const broken = 'words: [\n'
  expect(migrate({ portfolio: broken }).portfolio).toBe(broken)
})

test('content of a newer format is an error that says what to install', () => {
  const { texts, content } = owner()
  const newer = migrate(texts).portfolio.replace('format: 2', 'format: 99')
  const checked = checkPortfolio(newer, content)
  expect(checked.ok ? [] : checked.diagnostics).toMatchObject([
    { field: 'format', expected: expect.stringContaining('newer version of reward-codes') },
  ])
})
