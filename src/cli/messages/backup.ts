import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { countMessages } from '../../gateway/store/messages.ts'
import type { Store } from '../../gateway/store/store.ts'
import { defineCommand, done, failed } from './command.ts'
import { NO_MESSAGES } from './no-messages.ts'
import { dropNote, noteCopy } from './noted-copies.ts'
import { chooseTarget, FORCE, makeWhole } from './target.ts'

const OWNER_ONLY = 0o600

export const backup = defineCommand({
  name: 'backup',
  summary: 'Copies the database into one file while it is in use',
  words: 'FILE',
  fewestWords: 1,
  mostWords: 1,
  options: FORCE,
  examples: [
    ['backup ~/messages.db', 'a copy, read again and checked'],
    ['backup /media/usb/messages.db --force', 'over the copy of last week'],
  ],
  notes: [
    'To restore: stop the gateway, delete messages.db, messages.db-wal and messages.db-shm in the data ' +
      'folder, put the copy there as messages.db, and start again.',
    'Where a copy was written is noted in copies.txt in the data folder: "forget" and "purge" clean it ' +
      'there. What you copy or move further keeps what is deleted later: delete old copies too.',
    '--json gives { file, messages, bytes }.',
  ],
  run: async ({ words: [name = ''], options, store, configuration }) => {
    if (store.kind === 'postgres') {
      return failed('PostgreSQL has its own tool for copies: pg_dump "$DATABASE_URL" > FILE')
    }
    const own = ['', '-wal', '-shm'].map((ending) => store.place + ending)
    const target = chooseTarget(name, options.force, own)
    if (!target.ok) return failed(target.fault)
    const { file } = target
    const messages = await writeNoted(store, configuration.DATA_FOLDER, file)
    const bytes = statSync(file).size
    const size = `${Math.ceil(bytes / 1024)} KB`
    return done(`${file}\n${messages} messages, ${size}, read again and found whole.`, {
      file,
      messages,
      bytes,
    })
  },
  whenNone: () => failed(`${NO_MESSAGES} There is nothing to copy.`),
})

async function writeNoted(store: Store, dataFolder: string, file: string): Promise<number> {
  // Before there is anything: a copy that nobody knows of would never be cleaned.
  noteCopy(dataFolder, file)
  try {
    return await makeWhole(file, (part) => copyAndCheck(store, part))
  } catch (error) {
    dropNote(dataFolder, file)
    throw error
  }
}

async function copyAndCheck(store: Store, part: string): Promise<number> {
  // Made first, because the copying itself would let everybody read it.
  closeSync(openSync(part, 'wx', OWNER_ONLY))
  const before = await countMessages(store.db, { isAll: true })
  await store.backup(part)
  const after = await countMessages(store.db, { isAll: true })
  const copied = checkCopy(part)
  // Meanwhile the gateway may have stored or deleted some.
  if (copied < Math.min(before, after) || copied > Math.max(before, after)) {
    throw new Error(`The copy holds ${copied} messages, the database ${after}. Try again.`)
  }
  return copied
}

/** Reads the whole copy, and makes it one file: beside a copy no journal would be looked for. */
function checkCopy(file: string): number {
  const copy = new DatabaseSync(file)
  try {
    copy.exec('pragma journal_mode = delete')
    const faults = copy.prepare('pragma integrity_check').all()
    const [first] = faults
    if (faults.length !== 1 || first?.integrity_check !== 'ok') {
      throw new Error(`The copy is damaged: ${first?.integrity_check}. Is the disk failing?`)
    }
    return Number(copy.prepare('select count(*) as count from messages').get()?.count)
  } finally {
    copy.close()
  }
}
