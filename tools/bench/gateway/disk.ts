import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const ROW = 'x'.repeat(1024)

/** The minimum cost of storing a message: SQLite commits one row of 1 KB and syncs it. */
export function openDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-disk-'))
  const connection = new DatabaseSync(join(folder, 'baseline.db'))
  connection.exec('pragma journal_mode = wal; pragma synchronous = full')
  connection.exec('create table messages (body text)')
  const insert = connection.prepare('insert into messages values (?)')
  const commit = () => {
    const begin = performance.now()
    insert.run(ROW)
    return performance.now() - begin
  }
  return {
    /** Commits one row. Returns the milliseconds. */
    commit,
    commitsPerSecond: (count: number) => {
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
