import { statSync } from 'node:fs'
import { extname, relative } from 'node:path'
import type { ViteDevServer } from 'vite'

// Editors write a file in several steps. Content that is read in between is incomplete.
const DEBOUNCE_MS = 15
// Some editors truncate the file first, or replace it.
const EMPTY_FILE_DEBOUNCE_MS = 50

type WatchHandlers = {
  /** Whether a change of theme.css affects more than styles, which Vite itself updates. */
  isMoreThanStyles: () => boolean
  /** Called with the files that have changed since the last call. */
  reload: (changed: string[]) => Promise<void>
  onError: (message: string) => void
}

/** Reloads when content files change. Reloads are queued, so the newest content is last. */
export function watchContent(
  { watcher }: ViteDevServer,
  content: string,
  { isMoreThanStyles, reload, onError }: WatchHandlers,
): void {
  watcher.add(content)
  let timer: NodeJS.Timeout | undefined
  let queue = Promise.resolve()
  const changed = new Set<string>()
  const runQueued = async () => {
    const files = [...changed]
    changed.clear()
    const isStylesOnly = files.every((file) => extname(file) === '.css')
    if (!isStylesOnly || isMoreThanStyles()) await reload(files)
  }
  watcher.on('all', (_, file) => {
    if (relative(content, file).startsWith('..')) return
    changed.add(file)
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        queue = queue.then(runQueued).catch((error) => onError(String(error)))
      },
      hasContent(file) ? DEBOUNCE_MS : EMPTY_FILE_DEBOUNCE_MS,
    )
  })
}

function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
}
