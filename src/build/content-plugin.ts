import type { Plugin } from 'vite'
import type { PlacedPortfolio } from '../content/placed.ts'
import { liveContent } from './live-content.ts'

const MODULE = 'virtual:portfolio'
const RESOLVED = `\0${MODULE}`
const LABELS_FIT = '(--labels-fit)'

export type PageContent = {
  portfolio: PlacedPortfolio
  /** The narrowest window, in rem, that holds the menu's words in one line. */
  headerWidth: number
}

/** Hands the content to the page: as a module, and as the width at which its menu unfolds. */
export function contentPlugin(read: () => PageContent): Plugin {
  return {
    name: 'portfolio-content',
    enforce: 'pre',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined
      const { config } = this.environment
      const isVisitors = config.command === 'build' && config.consumer === 'client'
      const { portfolio } = read()
      return `export default ${JSON.stringify(isVisitors ? liveContent(portfolio) : portfolio)}`
    },
    transform: (code, id) =>
      id.includes('.css') && code.includes(LABELS_FIT)
        ? code.replaceAll(LABELS_FIT, `(width >= ${read().headerWidth}em)`)
        : undefined,
  }
}

export const contentModuleId = RESOLVED
