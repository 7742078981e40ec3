import { type RawBuilder, sql } from 'kysely'
import type { Message } from './database.ts'
import type { Store } from './store.ts'

/**
 * A time further ahead than this was written by a clock that was ahead, and counts as past. It
 * exceeds every back-off and lease by far, because the gateways' clocks differ a little as well.
 */
const MAX_CLOCK_SKEW_SECONDS = 6 * 3600

/** The account and service of a message, which determine its mail server. */
export type Route = Pick<Message, 'account' | 'service'>

/** What a worker cannot claim now: routes at their limit, and messages in flight. */
export type Exclusions = { routes: Route[]; ids: string[] }
export const NO_EXCLUSIONS: Exclusions = { routes: [], ids: [] }

const routeKey = ({ account, service }: Route) => `${account} ${service}`

// Same text as in the indexes (migration 3): databases use them only for equal expressions.
const ROUTE = sql`account || ' ' || service`
const QUEUED = sql`state = 'queued'`
const NEVER_DEFERRED = sql`next_attempt_at = retry_started_at`

export type ClaimQuery = { now: number; kind: Store['kind']; exclusions: Exclusions }

/** Selects the id of the due message that has waited longest. */
export function nextDueMessage(query: ClaimQuery): RawBuilder<string> {
  const { now, kind, exclusions } = query
  const due = sql`${QUEUED} and next_attempt_at <= ${now} and ${isUnleased(now)} and ${isNotIn(sql`id`, exclusions.ids)}`
  if (exclusions.routes.length === 0) {
    return sql`(select id from messages where ${due} order by next_attempt_at limit 1 ${skipLocked(kind)})`
  }
  const first = sql`select id from messages where ${due} and ${ROUTE} = route
    order by next_attempt_at limit 1 ${skipLocked(kind)}`
  return sql`(${routesWithBacklog()}
    select id from messages where id in (select (${first}) from routes where ${isAvailable(exclusions)})
    order by next_attempt_at limit 1)`
}

/**
 * Selects a message whose due time is ahead only because of a clock: it was due at once, or is
 * further ahead than any back-off.
 */
export function nextMessageFromFuture({ now, kind, exclusions }: ClaimQuery): RawBuilder<string> {
  const first = (ahead: RawBuilder<unknown>) => sql`(select id, next_attempt_at from messages
    where ${QUEUED} and ${ahead} and ${isUnleased(now)} and ${isNotIn(sql`id`, exclusions.ids)}
      and ${isNotIn(ROUTE, exclusions.routes.map(routeKey))}
    order by next_attempt_at limit 1 ${skipLocked(kind)})`
  return sql`(select id from (
    select id, next_attempt_at from ${first(sql`next_attempt_at > ${latestPlausible(now)}`)} as furthest
    union all
    select id, next_attempt_at from ${first(sql`${NEVER_DEFERRED} and next_attempt_at > ${now}`)} as at_once
  ) as ahead order by next_attempt_at limit 1)`
}

/** Selects when the next unclaimed message is due. */
export function earliestDueAt(exclusions: Exclusions): RawBuilder<{ due: number | null }> {
  const unclaimed = sql`${QUEUED} and lease_until = 0 and ${isNotIn(sql`id`, exclusions.ids)}`
  if (exclusions.routes.length === 0) {
    return sql`select next_attempt_at as due from messages where ${unclaimed} order by next_attempt_at limit 1`
  }
  const first = sql`select next_attempt_at from messages where ${unclaimed} and ${ROUTE} = route
    order by next_attempt_at limit 1`
  return sql`${routesWithBacklog()}
    select min(due) as due from (select (${first}) as due from routes where ${isAvailable(exclusions)}) as dues`
}

/** Seeks the index once per route: thousands of messages may wait for one blocked server. */
function routesWithBacklog() {
  const next = (after: RawBuilder<unknown>) =>
    sql`(select ${ROUTE} from messages where ${QUEUED} ${after} order by ${ROUTE} limit 1)`
  return sql`with recursive routes (route) as (
    select ${next(sql``)}
    union all
    select ${next(sql`and ${ROUTE} > route`)} from routes where route is not null
  )`
}

function isAvailable({ routes }: Exclusions) {
  return sql`route is not null and ${isNotIn(sql`route`, routes.map(routeKey))}`
}

function isUnleased(now: number) {
  return sql`(lease_until <= ${now} or lease_until > ${latestPlausible(now)})`
}

function isNotIn(value: RawBuilder<unknown>, list: string[]) {
  return list.length > 0 ? sql`${value} not in (${sql.join(list)})` : sql`1 = 1`
}

function latestPlausible(now: number) {
  return now + MAX_CLOCK_SKEW_SECONDS * 1000
}

/** Skips a row that another worker is claiming, instead of waiting for it. */
function skipLocked(kind: Store['kind']) {
  return kind === 'postgres' ? sql`for update skip locked` : sql``
}
