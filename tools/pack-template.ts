import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addPackageFiles, removePackageFiles } from './package-files.ts'

// `npm pack` runs this in packages/create: before it packs, and after it with --restore. The template of a
// new site takes files from site/ and deploy/.

const ROOT = join(import.meta.dirname, '..')
const MANIFEST = 'template/package.json'
/** Copies in the template, by their place in the repository. */
const COPIES = {
  'site/tsconfig.json': 'template/tsconfig.json',
  'site/.env.example': 'template/env.example',
  'deploy/github-pages.yml': 'template/github-pages.yml',
}

if (process.argv.includes('--restore')) {
  for (const file of [MANIFEST, ...Object.values(COPIES)]) rmSync(file)
  removePackageFiles()
} else {
  const { version: _, ...manifest } = JSON.parse(
    readFileSync(join(ROOT, 'site/package.json'), 'utf8'),
  )
  writeFileSync(MANIFEST, JSON.stringify(manifest))
  for (const [from, to] of Object.entries(COPIES)) copyFileSync(join(ROOT, from), to)
  addPackageFiles(({ scripts: _, ...manifest }) => manifest)
}
