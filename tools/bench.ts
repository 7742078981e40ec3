import { fillDocument } from './fill-document.ts'
import { machine } from './machine.ts'

// `npm run bench` measures everything and writes docs/speed.md; `npm run bench -- page` one part.

const PARTS: Record<string, () => Promise<string>> = {
  page: async () => (await import('./bench/page.ts')).measurePage(),
  gateway: async () => (await import('./bench/gateway.ts')).measureGateway(),
  build: async () => (await import('./bench/build.ts')).measureBuild(),
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in PARTS))
if (unknown) {
  console.error(`There is no part "${unknown}": the parts are ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const table = `${machine()}\n\n${await measure()}`
  console.log(`\n## ${name}\n\n${table}`)
  fillDocument('speed.md', { [name]: `\n${table}\n` })
}
