import type { Store } from 'reward-codes-gateway/internal/store/store.ts'

/** Replaces what a store writes: every message is accepted, and each request counts as the first. */
export const nullStore: Pick<Store, 'accept' | 'count'> = {
  accept: async ({ message }) => ({ kind: 'stored', reason: message.reason }),
  count: async (buckets) => buckets.map(() => 1),
}
