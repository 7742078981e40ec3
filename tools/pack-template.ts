import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addPackageFiles, removePackageFiles } from './package-files.ts'

// `npm pack` runs this in packages/create: before it packs, and after it with --restore. The template of a
// new site takes these files from site/ and deploy/.

const ROOT = join(import.meta.dirname, '..')
const SITE = join(ROOT, 'site')
const MANIFEST = 'template/package.json'
const SETTINGS = 'template/env.example'
const WORKFLOW = 'template/github-pages.yml'

if (process.argv.includes('--restore')) {
  for (const file of [MANIFEST, SETTINGS, WORKFLOW]) rmSync(file)
  removePackageFiles()
} else {
  const { scripts, dependencies } = JSON.parse(readFileSync(join(SITE, 'package.json'), 'utf8'))
  const manifest = { name: 'site', private: true, type: 'module', scripts, dependencies }
  writeFileSync(MANIFEST, JSON.stringify(manifest))
  copyFileSync(join(SITE, '.env.example'), SETTINGS)
  copyFileSync(join(ROOT, 'deploy/github-pages.yml'), WORKFLOW)
  addPackageFiles(({ scripts: _, ...manifest }) => manifest)
}
