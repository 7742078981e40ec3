import { availableParallelism } from 'node:os'

/** Works on all items, as many at once as the machine has processors. */
export async function inTurns<Item>(
  items: Item[],
  work: (item: Item, place: number) => Promise<void>,
): Promise<void> {
  // One queue for all, so that nobody waits while there is something to do.
  const queue = items.entries()
  const worker = async () => {
    for (const [place, item] of queue) await work(item, place)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}
