import { type ChildNode, parse } from 'postcss'
import type { VitePlugin } from '../vite.ts'

// The first paint waits for the HTML of the page, which has the styles of its first screen only. The rest is one file.

/** Begins each style sheet below the first screen. By itself it changes nothing: it declares a layer without rules. */
const MARK = /^\s*@layer late;/

/** Stands for the address of the file until its name is known. */
export const LATE_STYLES = '/address-of-the-late-styles'

/**
 * Splits the compiled styles of the home page, before Astro puts them into its HTML and their hashes into its policy.
 * Leaves out the rules of other looks. `page` is the file of its route.
 */
export function lateStyles(page: string, look: string): VitePlugin {
  let base = ''
  return {
    name: 'reward-codes:late-styles',
    // Before the styles are compiled, and before Astro reads them.
    enforce: 'pre',
    configResolved(config) {
      base = config.base
    },
    transform(code, id) {
      if (!id.endsWith('.css') || !MARK.test(code)) return undefined
      return { code: `@layer late {${code.replace(MARK, '')}}`, map: null }
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const home = chunks.find(({ moduleIds }) => moduleIds.includes(page))
      /** The styles of a chunk. Those of its imports come first, as in the HTML. */
      const stylesOf = (chunk: (typeof chunks)[number]): string[] => [
        ...chunks.filter(({ fileName }) => chunk.imports.includes(fileName)).flatMap(stylesOf),
        ...(chunk.viteMetadata?.importedCss ?? []),
      ]
      const own = new Set(home && stylesOf(home))
      let source = ''
      for (const name of new Set([...own, ...Object.keys(bundle)])) {
        const file = bundle[name]
        if (file?.type !== 'asset' || !name.endsWith('.css')) continue
        const { first, late } = split(String(file.source), look)
        // What the home page does not have is in no file.
        file.source = own.has(name) ? first : first + late
        if (own.has(name)) source += late
      }
      if (!home) return
      const address = this.getFileName(this.emitFile({ type: 'asset', name: 'late.css', source }))
      // Astro keeps the file, and moves it to the others of the site.
      home.viteMetadata?.importedAssets.add(address)
      for (const chunk of chunks) chunk.code = chunk.code.replaceAll(LATE_STYLES, base + address)
    },
  }
}

/** The compiled styles of a look that the first paint needs, and the others, each in their order. */
function split(css: string, look: string): { first: string; late: string } {
  const parts = { first: '', late: '' }
  const root = parse(css)
  root.walkRules((rule) => {
    const [, other = look] = /\[data-look="?(\w+)/.exec(rule.selector) ?? []
    if (other !== look) rule.remove()
  })
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove()
  })
  for (const node of root.nodes) {
    const isMarked = node.type === 'atrule' && node.name === 'layer' && node.params === 'late'
    if (isMarked) parts.late += node.nodes?.join('') ?? ''
    else parts[waits(node) ? 'late' : 'first'] += node
  }
  return parts
}

/** Rules wait in every style sheet that are for paper, forced colours or a pointer. */
function waits(node: ChildNode): boolean {
  if (node.type !== 'atrule') return false
  return /^media (print$|\(forced-colors|\(hover)/.test(`${node.name} ${node.params}`)
}
