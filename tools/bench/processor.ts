import { readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** What processes have used of the processor so far, from Linux's own books. */
export function processorSeconds(pids: (number | undefined)[]): number {
  const ticks = pids.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, own) => sum + own, 0) / TICKS_A_SECOND
}
