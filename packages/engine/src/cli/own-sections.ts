import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setOwnSections } from '../content/own-sections.ts'
import { PARTS_FOLDER } from '../folders.ts'

const SECTIONS = join(PARTS_FOLDER, 'sections')

/** On a machine that only serves: no bundler is installed, or no file can be written. */
const CANNOT_LOAD = ['ERR_MODULE_NOT_FOUND', 'EACCES', 'EROFS']

/**
 * Registers the sections that the owner has written as components, before a command reads the content. Where
 * their schemas cannot be loaded, every field is valid.
 */
export async function registerOwnSections(): Promise<void> {
  if (!existsSync(SECTIONS)) return
  const files = readdirSync(SECTIONS).filter((file) => file.endsWith('.tsx'))
  setOwnSections(Object.fromEntries(files.map((file) => [basename(file, '.tsx'), undefined])))
  try {
    const { loadOwnSections } = await import('../parts/own-sections.ts')
    await loadOwnSections()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!CANNOT_LOAD.includes(code)) throw error
  }
}
