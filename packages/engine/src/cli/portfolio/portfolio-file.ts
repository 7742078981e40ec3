import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { writeTextAtomic } from 'reward-codes-gateway/cli/messages/output-file'
import { CONTENT_FILE } from '../../content/load.ts'
import { contentSchemaText, SCHEMA_FILE } from '../../content/schema.ts'
import { SAMPLE_FOLDER } from '../content-folder.ts'

const MAX_BACKUPS = 999

/** Reads the portfolio of a folder; undefined if there is none. */
export function readPortfolioText(folder: string): string | undefined {
  const file = join(folder, CONTENT_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

export function readSampleText(): string {
  return readFileSync(join(SAMPLE_FOLDER, CONTENT_FILE), 'utf8')
}

/** Adds the images and the theme of the sample to a folder without a portfolio, and the schema for editors. */
export function addSampleFiles(folder: string): void {
  const isAdded = (file: string) => basename(file) !== CONTENT_FILE
  cpSync(SAMPLE_FOLDER, folder, { recursive: true, force: false, filter: isAdded })
  writeFileSync(join(folder, SCHEMA_FILE), contentSchemaText())
}

/** The file name of the next backup of the portfolio. */
export function nextBackup(folder: string): string {
  for (let number = 1; number <= MAX_BACKUPS; number++) {
    const name = `portfolio.backup-${number}.yaml`
    if (!existsSync(join(folder, name))) return name
  }
  throw new Error(`${folder} has ${MAX_BACKUPS} portfolio backups already. Delete old ones.`)
}

/** Writes the portfolio atomically after a backup. Returns the name of the backup. */
export async function replacePortfolio(
  folder: string,
  text: string,
  isBackupWanted = true,
): Promise<string> {
  const path = join(folder, CONTENT_FILE)
  const file = existsSync(path) ? realpathSync(path) : path
  const backup = nextBackup(folder)
  if (isBackupWanted) copyFileSync(file, join(folder, backup), constants.COPYFILE_EXCL)
  await writeTextAtomic(file, text)
  return backup
}
