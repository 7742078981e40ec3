import { join } from 'node:path'

/** The engine's code: `src` in the repository, `dist` in the package. */
export const ENGINE_CODE = import.meta.dirname

const isSource = import.meta.filename.endsWith('.ts')

/** The content of our own site, from which a new site starts. It is copied into the package when that is packed. */
export const SAMPLE_FOLDER = join(ENGINE_CODE, isSource ? '../../../site/content' : '../sample')

/** Resolves a file of the engine's code. `name` is relative to `src`, as in the repository. */
export function codeFile(name: string): string {
  return join(ENGINE_CODE, isSource ? name : name.replace(/\.tsx?$/, '.js'))
}

/** The working directory: npm runs commands in the folder of the package.json. */
export const OWNER_FOLDER = process.cwd()

/** The cache of all commands. You can delete it at any time. */
export const CACHE_FOLDER = join(OWNER_FOLDER, '.cache')

/** The owner's components. */
export const PARTS_FOLDER = join(OWNER_FOLDER, 'parts')
