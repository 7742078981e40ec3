import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
export const CONTENT_FOLDER = join(ROOT, 'content')
export const SAMPLE_FILE = 'portfolio.sample.yaml'

/** npm runs commands in the folder of the project and tells where they were called. */
export function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path)
}

/** The content that a command is about: what --content names, or the project's. */
export function contentFolder(named: string | undefined): string {
  return named === undefined ? CONTENT_FOLDER : fromCaller(named)
}

/** Where the sample lies: beside the content, or where it came with the project. */
export function sampleFolder(folder: string): string | undefined {
  return [folder, CONTENT_FOLDER].find((place) => existsSync(join(place, SAMPLE_FILE)))
}
