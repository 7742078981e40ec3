import { constants, copyFileSync, existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { CONTENT_FILE } from '../../content/load.ts'
import { SAMPLE_FILE, sampleFolder } from '../content-folder.ts'
import { writeWhole } from './write-whole.ts'

const MOST_BACKUPS = 999

/** The text of the portfolio in a folder, or nothing if there is none. */
export function readPortfolioText(folder: string): string | undefined {
  const file = join(folder, CONTENT_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** The text of the sample: the folder's own, or the project's. */
export function readSampleText(folder: string): string {
  const place = sampleFolder(folder)
  return place ? readFileSync(join(place, SAMPLE_FILE), 'utf8') : ''
}

/** The name under which the portfolio would be kept before it is written over. */
export function nextBackup(folder: string): string {
  for (let number = 1; number <= MOST_BACKUPS; number++) {
    const name = `portfolio.backup-${number}.yaml`
    if (!existsSync(join(folder, name))) return name
  }
  throw new Error(`${folder} holds ${MOST_BACKUPS} backups of the portfolio. Delete old ones.`)
}

/** Writes the portfolio whole or not at all, after a copy of what it was; gives the copy's name. */
export function replacePortfolio(folder: string, text: string, isBackupWanted = true): string {
  const named = join(folder, CONTENT_FILE)
  const file = existsSync(named) ? realpathSync(named) : named
  const backup = nextBackup(folder)
  if (isBackupWanted) copyFileSync(file, join(folder, backup), constants.COPYFILE_EXCL)
  writeWhole(file, text)
  return backup
}
