import { EventEmitter } from 'node:events'
import type { ViteDevServer } from 'vite'
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
