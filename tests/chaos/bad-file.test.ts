import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../src/gateway/store/store.ts'
import { type DiskFault, underFault } from '../fixtures/failing-disk.ts'

const START = join(import.meta.dirname, '../../src/cli/start.ts')
const TIMEOUT_MS = 60_000

/** What `npm start` says on a data folder, and how it ends. */
async function startOn(folder: string, before: string[] = []) {
  const [command = '', ...args] = [...before, process.execPath, START, '--only', 'gateway']
  const child = spawn(command, args, {
    env: { ...process.env, PORT: '0', OPERATE_PORT: '0', DATA_FOLDER: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  return { code, said }
}

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bad-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, file: join(folder, 'messages.db') }
}

const sentence = (file: string, reason: string, advice: string) =>
  `DATA_FOLDER: ${file} cannot be read or written (${reason}), so no message could be kept. ${advice}`

const DISK = 'Check the disk, and that the file belongs to the user that runs this.'

test.each<[string, string, string, (file: string) => void]>([
  ['a folder', 'unable to open database file', DISK, (file) => mkdirSync(file)],
  [
    'no database',
    'file is not a database',
    'It is damaged, or none of this program',
    (file) => writeFileSync(file, randomBytes(20_000)),
  ],
])(
  'where the file is %s, the start ends with its name, the reason and what to do',
  async (_, reason, advice, spoil) => {
    const { folder, file } = makeFolder()
    spoil(file)
    const { code, said } = await startOn(folder)
    expect(said).toContain(sentence(file, reason, advice))
    expect(said).toContain('npm run doctor')
    expect(code).toBe(1)
  },
  TIMEOUT_MS,
)

test.each<[DiskFault['call'], string]>([
  ['pwrite64', '1+1'],
  ['pwrite64', '20+1'],
  ['fsync', '1+1'],
])(
  'where the disk fails at a %s (%s), the start ends with the file and what to do',
  async (call, when) => {
    const { folder, file } = makeFolder()
    const { before } = underFault({ call, error: 'EIO', when }, folder)
    const { code, said } = await startOn(folder, before)
    expect(said).toContain(sentence(file, 'disk I/O error', DISK))
    expect(code).toBe(1)
  },
  TIMEOUT_MS,
)

test(
  'where another program holds the database, the start says so after a while',
  async () => {
    const { folder, file } = makeFolder()
    await (await openStore({ dataFolder: folder })).close()
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    other.exec('begin immediate')
    const { code, said } = await startOn(folder)
    expect(said).toContain(sentence(file, 'database is locked', 'Another program holds it'))
    expect(code).toBe(1)
  },
  TIMEOUT_MS,
)
