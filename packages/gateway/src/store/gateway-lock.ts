import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeFileError, isBusy } from './sqlite-errors.ts'

/**
 * Makes this process the only gateway on the SQLite file of a folder: two would deliver at the same time, and each
 * count its own requests. Commands do not take this lock. The operating system releases it when a process ends,
 * however it ends. Returns what releases it, or throws an error that names the process that has it.
 */
export function lockGateway(dataFolder: string): () => void {
  const holder = join(dataFolder, 'gateway.lock.txt')
  const file = join(dataFolder, 'gateway.lock')
  // SQLite gives its journal the mode of the file.
  writeFileSync(file, '', { flag: 'a', mode: 0o600 })
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    writeFileSync(holder, `${describeProcess()}\n`, { mode: 0o600 })
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw describeFileError(error, file)
    const name = existsSync(holder) ? readFileSync(holder, 'utf8').trim() : 'another process'
    throw new Error(
      `DATA_DIR: another gateway runs on ${dataFolder}/: ${name}. Stop it, or set another DATA_DIR.`,
      { cause: error },
    )
  }
  return () => lock.close()
}

function describeProcess(): string {
  const command = process.argv
    .slice(1)
    .map((part) => part.split('/').at(-1))
    .join(' ')
  return `process ${process.pid} (${command}), since ${new Date().toISOString()}`
}
