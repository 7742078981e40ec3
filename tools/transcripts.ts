import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeSite } from 'reward-codes/internal/cli/build.ts'
import { buildServer } from 'reward-codes-gateway/server'
import { MockGateway } from 'test-fixtures/mock-gateway.ts'
import { copySampleContent } from 'test-fixtures/sample-content.ts'
import { findScreenReader } from './programs.ts'
import { JOURNEYS, Visit } from './transcripts/journeys.ts'
import { BROWSERS, type Browser, ScreenReader } from './transcripts/screen-reader.ts'

// `npm run transcripts` writes what a screen reader says of the sample site into tests/transcripts. With
// --check it compares. Arguments select journeys and browsers, such as `dialog firefox`.

const TRANSCRIPTS = join(import.meta.dirname, '../tests/transcripts')
/** The time where the owner is, in the footer. */
const LOCAL_TIME = /\d+:\d\d [AP]M/

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1))
}
Object.assign(process.env, findScreenReader())
const folder = mkdtempSync(join(tmpdir(), 'reward-codes-transcripts-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const site = await serveSample()
try {
  const changed: string[] = []
  for (const browser of select(BROWSERS)) {
    for (const name of select(Object.keys(JOURNEYS))) {
      const startedAt = Date.now()
      const isSame = compare(`${name}-${browser}.txt`, await listen(name, browser))
      const seconds = Math.round((Date.now() - startedAt) / 1000)
      console.log(`${name}, ${browser}: ${isSame ? 'the same' : 'changed'} (${seconds} s)`)
      if (!isSame) changed.push(`${name}-${browser}.txt`)
    }
  }
  if (values.check && changed.length > 0) {
    console.log(`\nChanged: ${changed.join(', ')}. Write them with: npm run transcripts`)
    process.exitCode = 1
  }
} finally {
  await site.close()
}

/** Those that the arguments name, or all. */
function select<Name extends string>(names: readonly Name[]): readonly Name[] {
  const named = names.filter((name) => positionals.includes(name))
  return named.length > 0 ? named : names
}

/** Builds and serves the sample site. */
async function serveSample() {
  const [content, out] = [join(folder, 'content'), join(folder, 'dist')]
  copySampleContent(content)
  await makeSite({ content, out, isSampleAllowed: true })
  const app = buildServer({ site: out, root: '/' })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}

async function listen(name: string, browser: Browser): Promise<string> {
  const run = JOURNEYS[name]
  if (!run) throw new Error(`There is no journey "${name}".`)
  const gateway = await new MockGateway(site.url).start()
  const reader = await ScreenReader.start(mkdtempSync(`${folder}-`))
  try {
    const visit = new Visit(reader, gateway)
    await run(visit, (path) => reader.open(browser, gateway.url + path))
    return `${visit.lines.join('\n')}\n`.replace(LOCAL_TIME, '9:41 AM')
  } finally {
    await reader.stop()
    await gateway.stop()
  }
}

/** Compares a transcript with its file and returns whether it is the same. Writes it, or prints the difference. */
function compare(name: string, text: string): boolean {
  const file = join(TRANSCRIPTS, name)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (values.check) printDifference(file, text)
  else {
    mkdirSync(TRANSCRIPTS, { recursive: true })
    writeFileSync(file, text)
  }
  return before === text
}

/** Lines may be the same in another order, or come once more. */
function printDifference(file: string, now: string) {
  const before = existsSync(file) ? file : '/dev/null'
  spawnSync('diff', ['-u', before, '-'], { input: now, stdio: ['pipe', 'inherit', 'inherit'] })
}
