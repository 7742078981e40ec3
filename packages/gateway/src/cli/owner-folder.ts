import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Commands use the current folder: npm runs them in the folder of the package.json.
const FOLDER = process.cwd()

export const ENVIRONMENT_FILE = join(FOLDER, '.env')
export const SITE_FOLDER = join(FOLDER, 'dist')

/** The owner's mail templates, which override the shipped ones of the same name. */
export function ownTemplates(): string | undefined {
  const folder = join(FOLDER, 'content/mail')
  return existsSync(folder) ? folder : undefined
}

/** Resolves a path that you type: npm sets INIT_CWD to the folder that it is called in. */
export function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? FOLDER, path)
}
