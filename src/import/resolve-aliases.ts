import { type Document, isNode, visit } from 'yaml'

/**
 * Writes out what each alias stands for: the anchor may be in what is about to go. Done only where
 * a change cannot be made otherwise.
 */
export function resolveAliases(document: Document): void {
  visit(document, {
    Alias: (_, alias) => {
      const copy = alias.resolve(document)?.clone()
      if (!isNode(copy)) return
      visit(copy, {
        Node: (_key, node) => {
          if ('anchor' in node) delete node.anchor
        },
      })
      return copy
    },
  })
}
