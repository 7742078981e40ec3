import { isStuck, waitingSeconds } from '../courier/stuck.ts'
import type { Gateway } from '../gateway.ts'
import { countByState, countWaiting } from '../store/counts.ts'

type Metric = {
  name: string
  kind: 'gauge' | 'counter'
  help: string
  /** The label of the values, where there are several. */
  label?: string
  values: number | Iterable<readonly [name: string, value: number]>
}

/** The figures of this program in the text format of Prometheus. No figure is about one visitor. */
export async function writeMetrics(gateway: Gateway | undefined): Promise<string> {
  const own = gateway ? [...(await storeMetrics(gateway)), ...tallyMetrics(gateway)] : []
  return [...own, ...processMetrics()].map(writeMetric).join('')
}

/** A store that is away is a figure too, and what this process has counted is known all the same. */
async function storeMetrics({ store, clock }: Gateway): Promise<Metric[]> {
  const up = (value: number): Metric => ({
    name: 'reward_codes_store_up',
    kind: 'gauge',
    help: 'Whether the database could be read, 1 or 0; if 0 its figures are left out.',
    values: value,
  })
  const read = async () => [await countByState(store.db), await countWaiting(store.db)] as const
  const found = await read().catch(() => undefined)
  if (!found) return [up(0)]
  const [counts, waiting] = found
  const now = clock()
  return [
    up(1),
    {
      name: 'reward_codes_mails',
      kind: 'gauge',
      help: 'Mails in the database by state, with automatic replies and notices.',
      label: 'state',
      values: Object.entries(counts),
    },
    {
      name: 'reward_codes_waiting_messages',
      kind: 'gauge',
      help: "Visitors' messages that are not delivered yet.",
      values: waiting.count,
    },
    {
      name: 'reward_codes_oldest_waiting_seconds',
      kind: 'gauge',
      help: 'For how long the oldest of them has waited.',
      values: waitingSeconds(waiting, now),
    },
    {
      name: 'reward_codes_mail_stuck',
      kind: 'gauge',
      help: 'Whether one of them has waited for an hour, 1 or 0.',
      values: isStuck(waiting, now) ? 1 : 0,
    },
  ]
}

function tallyMetrics({ tally }: Gateway): Metric[] {
  return [
    {
      name: 'reward_codes_messages_accepted_total',
      kind: 'counter',
      help: 'Messages that this process has stored, the held ones too.',
      values: tally.accepted,
    },
    {
      name: 'reward_codes_requests_refused_total',
      kind: 'counter',
      help: 'Requests that this process has refused, by reason.',
      label: 'reason',
      values: tally.refused,
    },
    {
      name: 'reward_codes_delivery_attempts_total',
      kind: 'counter',
      help: 'Attempts of this process to deliver a mail, by how they ended.',
      label: 'outcome',
      values: tally.attempts,
    },
  ]
}

function processMetrics(): Metric[] {
  return [
    {
      name: 'process_start_time_seconds',
      kind: 'gauge',
      help: 'When this process began, in seconds since 1970.',
      values: Math.round(performance.timeOrigin / 1000),
    },
    {
      name: 'process_resident_memory_bytes',
      kind: 'gauge',
      help: 'The memory that this process holds.',
      values: process.memoryUsage.rss(),
    },
  ]
}

function writeMetric({ name, kind, help, label, values }: Metric): string {
  const lines =
    typeof values === 'number'
      ? [`${name} ${values}`]
      : Array.from(values, ([of, value]) => `${name}{${label}=${JSON.stringify(of)}} ${value}`)
  return `${[`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines].join('\n')}\n`
}
