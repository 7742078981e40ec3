import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from 'reward-codes-gateway/internal/store/store.ts'
import { COMMAND, SITE } from 'test-fixtures/folders.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type DiskFault, underFault } from '../fixtures/failing-disk.ts'

const TIMEOUT_MS = 60_000

/** Runs `npm start` on a data folder. Returns its stderr and exit code. */
async function startOn(folder: string, before: string[] = []) {
  const [command = '', ...args] = [
    ...before,
    process.execPath,
    COMMAND,
    'start',
    '--role',
    'gateway',
  ]
  const child = spawn(command, args, {
    cwd: SITE,
    env: { ...process.env, PORT: '0', OPS_PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  return { code, output }
}

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bad-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
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
    const { code, output } = await startOn(folder)
    expect(output).toContain(errorText(file, reason, advice))
    expect(output).toContain('npm run doctor')
    expect(code).toBe(1)
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
    const { code, output } = await startOn(folder, before)
    expect(output).toContain(errorText(file, 'disk I/O error', DISK))
    expect(code).toBe(1)
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
    const { code, output } = await startOn(folder)
    expect(output).toContain(errorText(file, 'database is locked', 'Another process has locked it'))
    expect(code).toBe(1)
  },
  TIMEOUT_MS,
)
