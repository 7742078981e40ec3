import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Check, installPrograms, runCheck } from './programs.ts'

// `npm run test:mutants` changes the code in thirty places, one at a time, and runs the test that must notice it. A
// number after `--` runs that one alone. Run it after a rewrite of code or tests: a mutant that survives shows what is
// no longer tested.

type Mutant = {
  file: string
  /** Occurs once in the file. */
  search: string
  replacement: string
  /** The test that fails with the mutant: its file, and a part of its title. */
  killedBy: string
  test: string
}

const ROOT = join(import.meta.dirname, '..')
const all: Mutant[] = JSON.parse(readFileSync(join(ROOT, 'tests/mutants.json'), 'utf8'))
const [wanted] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'reward-codes-mutants-'))
const output = openSync(join(folder, 'output.txt'), 'w')
let restore = () => {}
/** The tests that were run without a mutant, and whether they pass. */
const unchanged = new Map<string, boolean>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    restore()
    process.exit(1)
  })
}
installPrograms(['CHROMIUM_PATH'])
const survived: string[] = []
try {
  for (const [index, mutant] of all.entries()) {
    const number = index + 1
    if (wanted && wanted !== number) continue
    const result = await tryMutant(mutant)
    if (result !== 'died') survived.push(`${number}: ${result}`)
    console.log(`${number}. ${result}: ${mutant.file}: ${mutant.search.trim()}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`\n${survived.length} of ${wanted ? 1 : all.length} not killed`, ...survived)
process.exitCode = survived.length === 0 ? 0 : 1

async function tryMutant(mutant: Mutant): Promise<string> {
  const file = join(ROOT, mutant.file)
  const code = readFileSync(file, 'utf8')
  if (code.split(mutant.search).length !== 2) return 'the code is gone'
  if (!readFileSync(join(ROOT, mutant.killedBy), 'utf8').includes(mutant.test)) {
    return 'the test is gone'
  }
  if (!(await passesUnchanged(mutant))) return 'the test fails without it'
  restore = () => writeFileSync(file, code)
  writeFileSync(
    file,
    code.replace(mutant.search, () => mutant.replacement),
  )
  try {
    return (await passes(mutant)) ? 'survived' : 'died'
  } finally {
    restore()
  }
}

/** Runs a test of several mutants once. */
async function passesUnchanged(mutant: Mutant): Promise<boolean> {
  const name = `${mutant.killedBy} ${mutant.test}`
  const isGood = unchanged.get(name) ?? (await passes(mutant))
  unchanged.set(name, isGood)
  return isGood
}

function passes({ killedBy, test }: Mutant): Promise<boolean> {
  return runCheck(checkOf(killedBy, test), output)
}

function checkOf(file: string, test: string): Check {
  const title = test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return file.endsWith('.spec.ts')
    ? { name: file, script: '@playwright/test/cli.js', args: ['test', file, '-g', title, '-x'] }
    : { name: file, script: 'vitest/vitest.mjs', args: ['run', file, '-t', title, '--bail=1'] }
}
