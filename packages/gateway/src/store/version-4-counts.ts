import { type Kysely, sql } from 'kysely'

/**
 * Creates the counts that version 0.1.0 reads on PostgreSQL, and the triggers that keep them: of all times
 * (hour -1), and of each hour. The migration to version 5 drops them, and only its undo needs them.
 * Rows that are inserted afterwards are counted.
 */
export async function createCounts<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const REMOVED = 'select purpose, state, settled_at, -1 as change from removed'
const ADDED = 'select purpose, state, settled_at, 1 as change from added'

/** The text of 0.1.0. Each transaction counts in rows of its own, the slots, so none waits for another. */
const STATEMENTS = [
  `create table counts (
    purpose text not null,
    state text not null,
    hour bigint not null,
    messages integer not null,
    slot integer not null default 0,
    primary key (purpose, hour, state, slot)) with (fillfactor = 50)`,
  `create function free_count_slot() returns integer language plpgsql as $$
declare slot integer := 0;
begin
  while not pg_try_advisory_xact_lock(7265364, slot) loop slot := slot + 1; end loop;
  return slot;
end $$`,
  ...triggerOn('insert', 'counted', 'new table as added', ADDED),
  ...triggerOn('delete', 'uncounted', 'old table as removed', REMOVED),
  ...triggerOn(
    'update',
    'recounted',
    'old table as removed new table as added',
    `${REMOVED} union all ${ADDED}`,
  ),
]

function triggerOn(event: string, name: string, tables: string, changes: string): string[] {
  return [
    `create function messages_${name}() returns trigger language plpgsql as $$
  begin
    insert into counts as kept
    select purpose, state, hour, sum(change), free_count_slot()
    from (${changes}) as changes
    cross join lateral (values (-1), (settled_at / 3600000)) as hours (hour)
    where hour is not null
    group by purpose, state, hour having sum(change) <> 0
    on conflict (purpose, hour, state, slot)
      do update set messages = kept.messages + excluded.messages;
    return null;
  end $$`,
    `create trigger messages_${name} after ${event} on messages referencing ${tables}
      for each statement execute function messages_${name}()`,
  ]
}
