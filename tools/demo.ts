import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, SITE } from 'test-fixtures/folders.ts'
import { createSite } from 'test-fixtures/owner-site.ts'

// node tools/demo.ts https://NAME.github.io/REPOSITORY/ builds our own site for GitHub Pages into .cache/demo, as an
// owner builds one. GitHub Pages receives no messages, so the demo has no form.

const [address] = process.argv.slice(2)
if (!address) {
  console.error('Usage: node tools/demo.ts ADDRESS')
  process.exit(1)
}
const site = createSite({
  files: SITE,
  change: (content) => {
    content.setIn(['site', 'url'], address)
    content.setIn(['contact', 'form'], 'none')
  },
})
const { exitCode, out, error } = await site.build({ STATIC_HOST: 'github-pages' })
console.log(out + error)
if (exitCode === 0) cpSync(join(site.root, 'dist'), join(ROOT, '.cache/demo'), { recursive: true })
site.remove()
process.exitCode = exitCode
