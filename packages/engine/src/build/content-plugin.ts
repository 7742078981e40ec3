import type { Plugin } from 'vite'
import type { PageContent } from '../content/schema.ts'
import { islandProps } from '../page/island-props.ts'

const CONTENT = 'virtual:page-content'
const ISLAND_PROPS = 'virtual:island-props'
const NAV_INLINE = '(--nav-inline)'

/** The ids of the modules that change with the content. */
export const CONTENT_MODULES = [CONTENT, ISLAND_PROPS].map((name) => `\0${name}`)

export type PageInput = {
  portfolio: PageContent
  /** The narrowest window, in rem, in which the menu's labels fit in one line. */
  navBreakpoint: number
}

/**
 * Provides the content for the server and the props of the islands for the client as virtual modules, and
 * the breakpoint at which the menu is inline.
 */
export function contentPlugin(read: () => PageInput): Plugin {
  return {
    name: 'page-content',
    enforce: 'pre',
    resolveId: (id) => (id === CONTENT || id === ISLAND_PROPS ? `\0${id}` : undefined),
    load(id) {
      if (!CONTENT_MODULES.includes(id)) return undefined
      const { portfolio } = read()
      const value = id === `\0${CONTENT}` ? portfolio : islandProps(portfolio)
      return `export default ${JSON.stringify(value)}`
    },
    transform: (code, id) =>
      id.includes('.css') && code.includes(NAV_INLINE)
        ? code.replaceAll(NAV_INLINE, `(width >= ${read().navBreakpoint}em)`)
        : undefined,
  }
}
