import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setOwnSections } from '../content/own-sections.ts'
import { PARTS_FOLDER } from '../folders.ts'

const SECTIONS = join(PARTS_FOLDER, 'sections')

/**
 * Registers the sections that the owner has written as components, before a command reads the content. A
 * machine that only serves has no bundler to load their schemas: there, every field is valid.
 */
export async function registerOwnSections(): Promise<void> {
  if (!existsSync(SECTIONS)) return
  const files = readdirSync(SECTIONS).filter((file) => file.endsWith('.tsx'))
  setOwnSections(Object.fromEntries(files.map((file) => [basename(file, '.tsx'), undefined])))
  try {
    const { loadOwnSections } = await import('../parts/own-sections.ts')
    await loadOwnSections()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'))
      throw error
  }
}
