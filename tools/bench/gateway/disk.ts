import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const ROW = 'x'.repeat(1024)

/** The least that storing a message can cost: a row of 1 KB, committed and synced as the gateway does. */
export function openDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-disk-'))
  const connection = new DatabaseSync(join(folder, 'limit.db'))
  connection.exec('pragma journal_mode = wal; pragma synchronous = full')
  connection.exec('create table messages (words text)')
  const insert = connection.prepare('insert into messages values (?)')
  const commit = () => {
    const begin = performance.now()
    insert.run(ROW)
    return performance.now() - begin
  }
  return {
    /** Commits one row, and tells how many milliseconds that took. */
    commit,
    commitsASecond: (count: number) => {
      const begin = performance.now()
      for (let n = 0; n < count; n++) commit()
      return (count / (performance.now() - begin)) * 1000
    },
    close: () => {
      connection.close()
      rmSync(folder, { recursive: true })
    },
  }
}
