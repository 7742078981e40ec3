import { availableParallelism } from 'node:os'

/** Calls `work` for all items, with as many concurrent calls as the machine has processors. */
export async function mapConcurrent<Item>(
  items: Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  // All workers share one queue, so none is idle while items are left.
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) await work(item, index)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}
