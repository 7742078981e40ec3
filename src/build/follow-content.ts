import { statSync } from 'node:fs'
import { extname } from 'node:path'
import type { ViteDevServer } from 'vite'

// Editors write in several steps, and what is read in between is no content.
const WRITTEN_AFTER_MS = 15
// Some empty a file first or put another in its place.
const FILLED_AFTER_MS = 50

type Following = {
  /** Whether a change of styles alone, which the bundler follows by itself, changes more than the page. */
  isMoreThanStyles: () => boolean
  reload: () => Promise<void>
  onFault: (message: string) => void
}

/** Reloads when files of the content have changed, one time after the other, so the newest is last. */
export function followContent(
  { watcher }: ViteDevServer,
  content: string,
  { isMoreThanStyles, reload, onFault }: Following,
): void {
  watcher.add(content)
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  let isStylesOnly = true
  const takeTurn = async () => {
    const isSame = isStylesOnly && !isMoreThanStyles()
    isStylesOnly = true
    if (!isSame) await reload()
  }
  watcher.on('all', (_, file) => {
    if (!file.startsWith(content)) return
    isStylesOnly &&= extname(file) === '.css'
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        turn = turn.then(takeTurn).catch((error) => onFault(String(error)))
      },
      isFilled(file) ? WRITTEN_AFTER_MS : FILLED_AFTER_MS,
    )
  })
}

function isFilled(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0
}
