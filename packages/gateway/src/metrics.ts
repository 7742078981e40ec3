import { Counter, Histogram, Registry } from 'prom-client'

/** From a memory write to the longest time that a visitor waits. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12]
/** From a mail server on this machine to one that answers each command late. */
const ATTEMPT_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

export type Metrics = ReturnType<typeof createMetrics>

/**
 * The Prometheus metrics of this process. Label values come from the code only, so they are few, and no metric is
 * about a single visitor.
 */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    accepted: new Counter({
      name: 'contact_gateway_messages_accepted_total',
      help: 'Messages that this process has stored, including held ones.',
      registers,
    }),
    rejected: new Counter({
      name: 'contact_gateway_submissions_rejected_total',
      help: 'Requests that this process has rejected, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    attempts: new Counter({
      name: 'contact_gateway_delivery_attempts_total',
      help: 'Delivery attempts of this process, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'contact_gateway_delivery_attempt_duration_seconds',
      help: 'How long delivery attempts took, from the claim to the result.',
      buckets: ATTEMPT_BUCKETS,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'contact_gateway_request_duration_seconds',
      help: 'How long requests took, by route and status.',
      labelNames: ['route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers,
    }),
  }
}
