import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { forEvery, startCount } from '../fixtures/fuzz.ts'
import { processorMs } from '../fixtures/processes.ts'

// Tests of the CPU time limit that all fuzz tests rely on.

const CPU_TIME_EXCEEDED = { cause: { message: expect.stringMatching(/ms of the processor/) } }
const input = fc.constant('input')

/** Uses this much CPU time. */
function toil(milliseconds: number) {
  const worked = () => process.cpuUsage().user / 1000
  const begun = worked()
  let sum = 0
  while (worked() - begun < milliseconds) {
    for (let n = 0; n < 1_000_000; n++) sum += Math.sqrt(n)
  }
  return sum
}

test('an input that takes more than a second of CPU time in this process is reported', async () => {
  const work = forEvery(startCount(), input, 1, () => {
    toil(1200)
  })
  await expect(work).rejects.toMatchObject(CPU_TIME_EXCEEDED)
})

test('an input that takes more than that in a child process is reported, and waiting is not', async () => {
  const program = `${toil}
    process.stdin.on('data', (text) => console.log(toil(Number(text))))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.kill()
  })
  const count = () => startCount({}, () => processorMs(child.pid))
  const work = (milliseconds: number) => async () => {
    child.stdin.write(String(milliseconds))
    await once(child.stdout, 'data')
  }
  await forEvery(count(), input, 1, work(10))
  await forEvery(count(), input, 1, () => new Promise((resolve) => setTimeout(resolve, 1200)))
  await expect(forEvery(count(), input, 1, work(1200))).rejects.toMatchObject(CPU_TIME_EXCEEDED)
})
