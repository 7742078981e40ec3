import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figures } from 'test-fixtures/results.ts'
import { howToGet, installPrograms, runCheck } from './programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'reward-codes-faults-'))
const file = join(folder, 'figures.jsonl')
const wanted = process.argv.slice(2)
Object.assign(process.env, { FAULTS: 'long', FAULTS_FIGURES: file })
try {
  const isGood = await runLongForms()
  const rows = existsSync(file) ? readRows(file) : []
  console.log(`\n${tableOf(rows)}`)
  process.exitCode = isGood ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

function runLongForms(): Promise<boolean> {
  const files = wanted.length > 0 ? wanted : ['tests/chaos', 'tests/security']
  // One file at a time: a test that takes the whole machine would fail another one.
  const args = ['run', '--no-file-parallelism', ...files]
  // Without them their tests are skipped.
  for (const missing of installPrograms(['STRACE_PATH', 'PG_DUMP_PATH'])) {
    console.log(howToGet(missing))
  }
  return runCheck({
    name: 'faults and hostile input, long forms',
    script: 'vitest/vitest.mjs',
    args,
  })
}

type Row = { test: string; figures: Figures }

function readRows(from: string): Row[] {
  const lines = readFileSync(from, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/** A table in Markdown, sorted, so that every run has the same order. */
function tableOf(rows: Row[]): string {
  const lines = rows.map(({ test, figures }) => `| ${test} | ${listOf(figures)} |`).sort()
  return ['| Test | What was counted |', '|---|---|', ...lines].join('\n')
}

function listOf(figures: Figures): string {
  return Object.entries(figures)
    .map(
      ([name, value]) =>
        `${name} ${typeof value === 'number' ? value.toLocaleString('en') : value}`,
    )
    .join(', ')
}
