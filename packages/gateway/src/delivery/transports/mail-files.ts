import { rmSync } from 'node:fs'
import { join } from 'node:path'

/** The folder for mails while no mail server is configured. */
export function mailFolder(dataFolder: string): string {
  return join(dataFolder, 'mail')
}

export function mailFile(folder: string, messageId: string): string {
  return join(folder, `${messageId}.eml`)
}

/** The path of a mail while it is written. A killed gateway leaves the file there. */
export function tempPath(file: string): string {
  return `${file}.part`
}

/** Deletes the mail files of messages, if there are any. */
export function deleteMails(dataFolder: string, messageIds: string[]): void {
  const folder = mailFolder(dataFolder)
  for (const id of messageIds) {
    const file = mailFile(folder, id)
    rmSync(file, { force: true })
    rmSync(tempPath(file), { force: true })
  }
}
