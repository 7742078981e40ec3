import { type RawBuilder, sql } from 'kysely'
import type { Message } from './database.ts'
import type { Store } from './store.ts'

/**
 * What lies further ahead than this was written by a clock that ran ahead, and counts as past. Far
 * beyond every wait and lease, because the clocks of several gateways differ a little too.
 */
const FURTHEST_SECONDS = 6 * 3600

/** Which way a message goes out. */
export type Route = Pick<Message, 'account' | 'service'>

/** What a courier cannot take up now: it has enough on these routes, and these messages in hand. */
export type Busy = { routes: Route[]; ids: string[] }
export const IDLE: Busy = { routes: [], ids: [] }

const textOfRoute = ({ account, service }: Route) => `${account} ${service}`

// As they stand in the indexes of the queue (migration 3): databases use those only for the same words.
const ROUTE = sql`account || ' ' || service`
const QUEUED = sql`state = 'queued'`
const AT_ONCE = sql`due_at = queued_at`

export type Look = { now: number; kind: Store['kind']; busy: Busy }

/** The message that has waited longest of those that are due, as its name alone. */
export function nextInLine(look: Look): RawBuilder<string> {
  const { now, kind, busy } = look
  const due = sql`${QUEUED} and due_at <= ${now} and ${isFree(now)} and ${isNotIn(sql`id`, busy.ids)}`
  if (busy.routes.length === 0) {
    return sql`(select id from messages where ${due} order by due_at limit 1 ${passOver(kind)})`
  }
  const first = sql`select id from messages where ${due} and ${ROUTE} = route
    order by due_at limit 1 ${passOver(kind)}`
  return sql`(${waitingRoutes()}
    select id from messages where id in (select (${first}) from routes where ${isOpen(busy)})
    order by due_at limit 1)`
}

/** One whose time is ahead only because of a clock: it was due at once, or lies further than any wait. */
export function nextAstray({ now, kind, busy }: Look): RawBuilder<string> {
  const first = (ahead: RawBuilder<unknown>) => sql`(select id, due_at from messages
    where ${QUEUED} and ${ahead} and ${isFree(now)} and ${isNotIn(sql`id`, busy.ids)}
      and ${isNotIn(ROUTE, busy.routes.map(textOfRoute))}
    order by due_at limit 1 ${passOver(kind)})`
  return sql`(select id from (
    select id, due_at from ${first(sql`due_at > ${furthestFrom(now)}`)} as furthest
    union all
    select id, due_at from ${first(sql`${AT_ONCE} and due_at > ${now}`)} as at_once
  ) as astray order by due_at limit 1)`
}

/** When the next one is due that nobody has in hand. */
export function firstDue(busy: Busy): RawBuilder<{ due: number | null }> {
  const rest = sql`${QUEUED} and lease_until = 0 and ${isNotIn(sql`id`, busy.ids)}`
  if (busy.routes.length === 0) {
    return sql`select due_at as due from messages where ${rest} order by due_at limit 1`
  }
  const first = sql`select due_at from messages where ${rest} and ${ROUTE} = route
    order by due_at limit 1`
  return sql`${waitingRoutes()}
    select min(due) as due from (select (${first}) as due from routes where ${isOpen(busy)}) as dues`
}

/** One look at the index for each: behind a server that is clogged thousands may wait. */
function waitingRoutes() {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select ${ROUTE} from messages where ${QUEUED} ${after} order by ${ROUTE} limit 1)`
  return sql`with recursive routes (route) as (
    select ${next(sql``)}
    union all
    select ${next(sql`and ${ROUTE} > route`)} from routes where route is not null
  )`
}

function isOpen({ routes }: Busy) {
  return sql`route is not null and ${isNotIn(sql`route`, routes.map(textOfRoute))}`
}

function isFree(now: number) {
  return sql`(lease_until <= ${now} or lease_until > ${furthestFrom(now)})`
}

function isNotIn(what: RawBuilder<unknown>, list: string[]) {
  return list.length > 0 ? sql`${what} not in (${sql.join(list)})` : sql`1 = 1`
}

function furthestFrom(now: number) {
  return now + FURTHEST_SECONDS * 1000
}

/** Others pass over a row that is being taken, instead of waiting for it. */
function passOver(kind: Store['kind']) {
  return kind === 'postgres' ? sql`for update skip locked` : sql``
}
