import type { Plugin } from 'vite'
import type { PlacedPortfolio } from '../content/placed.ts'
import { hashBytes } from './file-hashes.ts'
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
      const content = JSON.stringify(isVisitors ? liveContent(portfolio) : portfolio)
      const isDeveloped = config.command === 'serve' && config.consumer === 'client'
      return `${isDeveloped ? loadOldPageAnew(portfolio) : ''}export default ${content}`
    },
    transform: (code, id) =>
      id.includes('.css') && code.includes(LABELS_FIT)
        ? code.replaceAll(LABELS_FIT, `(width >= ${read().headerWidth}em)`)
        : undefined,
  }
}

/** What a page in development was drawn from. */
export function contentMark(portfolio: PlacedPortfolio): string {
  return `<meta name="portfolio" content="${hashOf(portfolio)}">`
}

/** A page drawn before a change whose module came after it is none that React could take over. */
function loadOldPageAnew(portfolio: PlacedPortfolio): string {
  return (
    `if (document.querySelector('meta[name=portfolio]').content !== '${hashOf(portfolio)}') {\n` +
    `  location.reload()\n  await new Promise(() => {})\n}\n`
  )
}

function hashOf(portfolio: PlacedPortfolio): string {
  return hashBytes(JSON.stringify(portfolio))
}

export const contentModuleId = RESOLVED
