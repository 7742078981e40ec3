import { isPair, isScalar, isSeq, Scalar, visit } from 'yaml'
import { type ContentError, formatReceived } from './diagnostic.ts'
import type { Path, Source } from './source.ts'

/** A # without a space after it, such as "#1", was meant as text, not as a comment. */
const UNINTENDED_COMMENT = /^[ \t]+(#[\p{L}\p{N}].*)/u

/** Unquoted texts that YAML truncates at a # that was meant as text. */
export function findLostText({ document, text }: Source): ContentError[] {
  const errors: ContentError[] = []
  visit(document, {
    Scalar: (key, node, ancestors) => {
      const { value, type, range } = node
      if (key === 'key' || typeof value !== 'string' || type !== Scalar.PLAIN || !range) return
      const [, lost] = UNINTENDED_COMMENT.exec(text.slice(range[1])) ?? []
      if (!lost) return
      errors.push({
        path: pathTo(node, ancestors),
        found: `${formatReceived(value)} without "${lost.trim()}", which YAML parses as a comment`,
        expected: 'quotes around text that contains " #"; for a comment, a space after #',
        suggestion: quoted(`${value} ${lost.trim()}`),
      })
    },
  })
  return errors
}

function pathTo(node: Scalar, ancestors: readonly unknown[]): Path {
  return ancestors.flatMap((ancestor, index): (string | number)[] => {
    if (isPair(ancestor) && isScalar(ancestor.key)) return [String(ancestor.key.value)]
    return isSeq(ancestor) ? [ancestor.items.indexOf(ancestors[index + 1] ?? node)] : []
  })
}

/** Quotes a value with the quotes that need the least escaping. */
function quoted(value: string): string {
  return /["\\]/.test(value) ? `'${value.replaceAll("'", "''")}'` : `"${value}"`
}
