import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { Programs } from './transcripts/programs.ts'

/** A program that ignores what asks it to end, and a child of it. Each writes its process id. */
const STUBBORN = 'trap "" TERM INT HUP; sleep 1000 & echo $! $$; wait'
/** Starts the program and shows its output. */
const TOOL = `
const { Programs } = await import(${JSON.stringify(join(import.meta.dirname, 'transcripts/programs.ts'))})
const programs = new Programs(process.argv[1])
console.log(await programs.startAndRead('sh', ['-c', ${JSON.stringify(STUBBORN)}], process.env))
setInterval(() => {}, 1000)`

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('ends with %s', async (signal) => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-programs-'))
  const args = ['--input-type=module', '--eval', TOOL, folder]
  const tool = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: tool.stdout }), 'line')
  const pids = parsePids(line)
  expect(pids.filter(isRunning)).toHaveLength(2)
  tool.kill(signal)
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
  await expect.poll(() => existsSync(folder)).toBe(false)
})

test('ends when it is stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-programs-'))
  const programs = new Programs(folder)
  const pids = parsePids(await programs.startAndRead('sh', ['-c', STUBBORN], process.env))
  await programs.stop()
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
  expect(existsSync(folder)).toBe(false)
})

function parsePids(line: string): number[] {
  return line.split(' ').map(Number)
}

/** Whether the process runs: one that has ended may wait for its parent to notice. */
function isRunning(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return state !== '' && !state.startsWith('Z')
}
