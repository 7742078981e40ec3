import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { expect, test, vi } from 'vitest'
import { watchContent } from './dev-server.ts'

test.each([
  ['content/portfolio.yaml', 1],
  ['content/images/new.png', 1],
  ['content-old/portfolio.yaml', 0],
  ['content.yaml', 0],
  ['src/page/App.tsx', 0],
])('a change of %s reloads the content %i times', async (file, times) => {
  vi.useFakeTimers()
  const watcher = Object.assign(new EventEmitter(), { add: () => {} })
  const reload = vi.fn(async () => {})
  watchContent({ watcher } as unknown as ViteDevServer, '/project/content', reload)
  watcher.emit('all', 'change', `/project/${file}`)
  await vi.runAllTimersAsync()
  expect(reload).toHaveBeenCalledTimes(times)
  vi.useRealTimers()
})

test('a file that is written again right after its reload is reloaded again', async () => {
  const content = mkdtempSync(join(tmpdir(), 'reward-codes-watch-'))
  const file = join(content, 'portfolio.yaml')
  writeFileSync(file, 'before')
  const server = await createServer({
    root: content,
    configFile: false,
    server: { middlewareMode: true, ws: false },
  })
  const seen: string[] = []
  watchContent(server, content, async () => {
    // A last reload may come when the test is over.
    if (!existsSync(file)) return
    seen.push(readFileSync(file, 'utf8'))
    if (seen.length === 1) writeFileSync(file, 'second')
  })
  const newest = () => {
    // The watcher reports nothing before it has listed the folder.
    if (seen.length === 0) writeFileSync(file, 'first')
    return seen.at(-1)
  }
  await expect.poll(newest).toBe('second')
  await server.close()
  rmSync(content, { recursive: true })
})
