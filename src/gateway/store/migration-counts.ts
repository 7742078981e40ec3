import { type Kysely, sql } from 'kysely'

/**
 * Counts that triggers keep, so that nobody who changes messages can forget them: of all times (hour
 * -1), and of those settled by the hour of that.
 */
export async function keepCounts(db: Kysely<unknown>, kind: 'sqlite' | 'postgres') {
  const statements = kind === 'sqlite' ? SQLITE : POSTGRES
  // The triggers first: on PostgreSQL they keep others from writing until all is counted.
  for (const statement of statements) await sql.raw(statement).execute(db)
  await sql
    .raw(
      `insert into counts (purpose, state, hour, messages)
      select purpose, state, -1, count(*) from messages group by purpose, state
      union all
      select purpose, state, settled_at / 3600000, count(*) from messages
      where settled_at is not null group by purpose, state, settled_at / 3600000`,
    )
    .execute(db)
}

const COLUMNS = `
  purpose text not null,
  state text not null,
  hour bigint not null,
  messages integer not null`

/** One program writes at a time, so each row of a message counts by itself. */
const SQLITE = [
  `create table counts (${COLUMNS}, primary key (purpose, hour, state)) without rowid`,
  `create trigger messages_counted after insert on messages begin ${countRow('new', 1)} end`,
  `create trigger messages_uncounted after delete on messages begin ${countRow('old', -1)} end`,
  `create trigger messages_recounted after update of purpose, state, settled_at on messages
    begin ${countRow('old', -1)} ${countRow('new', 1)} end`,
]

function countRow(row: 'old' | 'new', change: 1 | -1): string {
  // Without `where true` SQLite takes ON CONFLICT for the condition of a join.
  return `insert into counts
    select ${row}.purpose, ${row}.state, -1, ${change} where true
    union all
    select ${row}.purpose, ${row}.state, ${row}.settled_at / 3600000, ${change}
    where ${row}.settled_at is not null
    on conflict do update set messages = messages + excluded.messages;`
}

/**
 * Each transaction counts in rows of its own, which have the first number that no other transaction
 * has at the moment: nobody waits for anybody until a commit, and there are no more rows than
 * transactions at once. Each statement counts what it changed in one go, as versions of a
 * row pile up until a commit.
 */
const POSTGRES = [
  `create table counts (${COLUMNS}, slot integer not null default 0,
    primary key (purpose, hour, state, slot)) with (fillfactor = 50)`,
  `create function free_count_slot() returns integer language plpgsql as $$
    declare slot integer := 0;
    begin
      while not pg_try_advisory_xact_lock(7265364, slot) loop slot := slot + 1; end loop;
      return slot;
    end $$`,
  ...countStatements('insert', 'counted', 'new table as added', change('added', 1)),
  ...countStatements('delete', 'uncounted', 'old table as removed', change('removed', -1)),
  ...countStatements(
    'update',
    'recounted',
    'old table as removed new table as added',
    `${change('removed', -1)} union all ${change('added', 1)}`,
  ),
]

function change(rows: string, by: 1 | -1): string {
  return `select purpose, state, settled_at, ${by} as change from ${rows}`
}

function countStatements(event: string, name: string, tables: string, changes: string): string[] {
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
