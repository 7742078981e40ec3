import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { partOf } from '../write-atomic.ts'

/** The folder for mails while no mail server is configured. */
export function mailFolder(dataFolder: string): string {
  return join(dataFolder, 'mail')
}

export function mailFile(folder: string, messageId: string): string {
  return join(folder, `${messageId}.eml`)
}

/** Deletes the mail files of messages, if there are any. */
export function deleteMails(dataFolder: string, messageIds: string[]): void {
  const folder = mailFolder(dataFolder)
  for (const id of messageIds) {
    const file = mailFile(folder, id)
    rmSync(file, { force: true })
    rmSync(partOf(file), { force: true })
  }
}
