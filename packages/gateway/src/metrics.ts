import { Counter, Registry } from 'prom-client'

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
  }
}
