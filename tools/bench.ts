import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureBuild } from './bench/build.ts'
import type { Effort } from './bench/figures.ts'
import { measureGateway } from './bench/gateway.ts'
import { measurePage } from './bench/page.ts'
import { fillDocument, machine } from './fill-document.ts'

const USAGE = `npm run bench -- [PART ...] [--quick] [--document FILE]

Runs the benchmarks and writes their tables to docs/speed.md.

  PART             page, gateway or build; all without it
  --quick          run each benchmark once, briefly, and only print the tables
  --document FILE  write the tables to a copy of docs/speed.md instead`

const PARTS: Record<string, (effort: Effort) => Promise<string>> = {
  page: measurePage,
  gateway: measureGateway,
  build: measureBuild,
}

const { parts, effort, document } = readArguments()
for (const [name, measure] of Object.entries(PARTS)) {
  if (parts.length > 0 && !parts.includes(name)) continue
  const table = `${machine()}\n\n${await measure(effort)}`
  console.log(`\n## ${name}\n\n${table}`)
  if (document) fillDocument(document, { [name]: `\n${table}\n` })
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { quick: { type: 'boolean' }, document: { type: 'string' } },
    })
    const unknown = positionals.find((name) => !(name in PARTS))
    if (unknown) throw new Error(`Unknown part "${unknown}".`)
    const named = values.document && resolve(process.env.INIT_CWD ?? '', values.document)
    return {
      parts: positionals,
      effort: values.quick ? ('quick' as const) : ('full' as const),
      document: named ?? (values.quick ? undefined : 'speed.md'),
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(1)
  }
}
