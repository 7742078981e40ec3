import { cpus, totalmem } from 'node:os'
import { measureGateway } from './bench/gateway.ts'
import { measurePage } from './bench/page.ts'

const USAGE = `npm run bench -- page      compares our site in Chromium with a page without scripts
npm run bench -- gateway   compares accepted messages with plain inserts

  --quick   measures once, briefly, to check that the benchmark works`

const BENCHMARKS: Record<string, (isQuick: boolean) => Promise<string>> = {
  page: measurePage,
  gateway: measureGateway,
}

const [name = '', option] = process.argv.slice(2)
const measure = BENCHMARKS[name]
if (!measure) {
  console.error(USAGE)
  process.exit(1)
}
const tables = await measure(option === '--quick')
const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`
console.log(`${machine}, Node ${process.versions.node}\n\n${tables}`)
