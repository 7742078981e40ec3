import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addPackageFiles, removePackageFiles } from './package-files.ts'

// `npm pack` runs this in packages/create: before it packs, and after it with --restore. The template of a
// new site takes these files from site/.

const SITE = join(import.meta.dirname, '../site')
const MANIFEST = 'template/package.json'
const SETTINGS = 'template/env.example'

if (process.argv.includes('--restore')) {
  for (const file of [MANIFEST, SETTINGS]) rmSync(file)
  removePackageFiles()
} else {
  const { scripts, dependencies } = JSON.parse(readFileSync(join(SITE, 'package.json'), 'utf8'))
  const manifest = { name: 'site', private: true, type: 'module', scripts, dependencies }
  writeFileSync(MANIFEST, JSON.stringify(manifest))
  copyFileSync(join(SITE, '.env.example'), SETTINGS)
  addPackageFiles(({ scripts: _, ...manifest }) => manifest)
}
