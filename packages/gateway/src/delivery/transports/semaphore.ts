/** Runs a function as soon as a permit is free. */
export type Semaphore = <R>(run: () => Promise<R>) => Promise<R>

export function createSemaphore(permits: number): Semaphore {
  let available = permits
  const waiting: (() => void)[] = []
  return async (run) => {
    if (available > 0) available--
    else await new Promise<void>((start) => waiting.push(start))
    try {
      return await run()
    } finally {
      const start = waiting.shift()
      // A released permit goes straight to the next waiter.
      if (start) start()
      else available++
    }
  }
}
