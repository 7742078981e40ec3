import { sql } from 'kysely'
import { type Database, rowsOf } from './database.ts'

/**
 * Takes or renews the place of the one gateway that delivers, by the clock of the database: one statement, so it works
 * behind a pooler that keeps no session. Without a renewal it is valid for `validMs`. Returns false while another
 * gateway has it.
 */
export async function takeDeliverer(
  db: Database,
  holder: string,
  validMs: number,
): Promise<boolean> {
  const taken = sql`
    insert into deliverer (id, holder, until) values (1, ${holder}, ${NOW} + ${sql.lit(validMs)})
    on conflict (id) do update set holder = excluded.holder, until = excluded.until
      where deliverer.holder = excluded.holder or deliverer.until <= ${NOW}
    returning id`
  return (await rowsOf(db, taken)).length > 0
}

/** Gives the place back, so that another gateway need not wait for its end. */
export async function leaveDeliverer(db: Database, holder: string): Promise<void> {
  await sql`update deliverer set until = 0 where holder = ${holder}`.execute(db)
}

const NOW = sql`(extract(epoch from now()) * 1000)::bigint`
