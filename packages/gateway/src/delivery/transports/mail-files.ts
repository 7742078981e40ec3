import { rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where mails are written while no mail server is chosen. */
export function mailFolder(dataFolder: string): string {
  return join(dataFolder, 'mail')
}

export function mailFile(folder: string, messageId: string): string {
  return join(folder, `${messageId}.eml`)
}

/** Where a mail stands until it is whole; a gateway that is killed leaves it there. */
export function partOf(file: string): string {
  return `${file}.part`
}

/** Deletes the written mails of messages, where there are any. */
export function deleteMails(dataFolder: string, messageIds: string[]): void {
  const folder = mailFolder(dataFolder)
  for (const id of messageIds) {
    const file = mailFile(folder, id)
    rmSync(file, { force: true })
    rmSync(partOf(file), { force: true })
  }
}
