import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from 'reward-codes-gateway/internal/store/store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type DiskFault, underFault } from '../fixtures/failing-disk.ts'
import { startGatewayProgram } from '../fixtures/run-command.ts'
import { freshFolder } from '../fixtures/stores.ts'

const TIMEOUT_MS = 60_000

/** Runs `npm start` on a data folder. Returns its stderr and exit code. */
const startOn = (folder: string, before: string[] = []) =>
  startGatewayProgram({ DATA_DIR: folder }, before).ended

function makeFolder() {
  const folder = freshFolder()
  return { folder, file: join(folder, 'messages.db') }
}

const errorText = (file: string, reason: string, advice: string) =>
  `DATA_DIR: ${file} cannot be read or written (${reason}), so no message can be stored. ${advice}`

const DISK = 'Check the disk, and that the file belongs to the user that runs this.'

test.each<[string, string, string, (file: string) => void]>([
  ['a folder', 'unable to open database file', DISK, (file) => mkdirSync(file)],
  [
    'no database',
    'file is not a database',
    'It is corrupt, or not a database of this program',
    (file) => writeFileSync(file, randomBytes(20_000)),
  ],
])(
  'if the database file is %s, the start fails with the file, the reason and the fix',
  async (_, reason, advice, corrupt) => {
    const { folder, file } = makeFolder()
    corrupt(file)
    const { exitCode, error } = await startOn(folder)
    expect(error).toContain(errorText(file, reason, advice))
    expect(error).toContain('npm run doctor')
    expect(exitCode).toBe(1)
  },
  TIMEOUT_MS,
)

test.each<[DiskFault['call'], string]>([
  ['pwrite64', '1+1'],
  ['pwrite64', '20+1'],
  ['fsync', '1+1'],
])(
  'if a %s (%s) fails, the start fails with the file and the fix',
  async (call, when) => {
    const { folder, file } = makeFolder()
    const { before } = underFault({ call, error: 'EIO', when }, folder)
    const { exitCode, error } = await startOn(folder, before)
    expect(error).toContain(errorText(file, 'disk I/O error', DISK))
    expect(exitCode).toBe(1)
  },
  TIMEOUT_MS,
)

test(
  'if another process locks the database, the start fails after a timeout',
  async () => {
    const { folder, file } = makeFolder()
    await (await openStore({ dataFolder: folder })).close()
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    other.exec('begin immediate')
    const { exitCode, error } = await startOn(folder)
    expect(error).toContain(errorText(file, 'database is locked', 'Another process has locked it'))
    expect(exitCode).toBe(1)
  },
  TIMEOUT_MS,
)
