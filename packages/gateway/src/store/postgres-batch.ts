import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'

const MAX_BATCH = 100
/** While one batch waits for the disk, the next one runs. One that stalls leaves the other. */
const MAX_IN_FLIGHT = 2

type Pending<Input, Output> = {
  input: Input
  resolve: (output: Output) => void
  reject: (error: unknown) => void
}

/**
 * Combines calls: those that arrive while others run share one statement, and thereby one round trip and
 * one commit.
 */
export function createBatcher<Input, Output>(runAll: (inputs: Input[]) => Promise<Output[]>) {
  const pending: Pending<Input, Output>[] = []
  let inFlight = 0

  const run = async () => {
    inFlight += 1
    while (pending.length > 0) {
      // Calls that have already arrived join the batch.
      await nextTurn()
      await runBatch(pending.splice(0, MAX_BATCH))
    }
    inFlight -= 1
  }

  const runBatch = async (batch: Pending<Input, Output>[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      const outputs = await runAll(batch.map(({ input }) => input))
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output)
    } catch (error) {
      if (batch.length > 1 && error instanceof pg.DatabaseError) {
        // A deadlock, or an input that the database rejects, must not fail the others.
        for (const one of batch) await runBatch([one])
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  return (input: Input): Promise<Output> =>
    new Promise((resolve, reject) => {
      pending.push({ input, resolve, reject })
      if (inFlight < MAX_IN_FLIGHT) run()
    })
}
