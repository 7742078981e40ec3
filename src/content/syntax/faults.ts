import { visit, type YAMLError } from 'yaml'
import type { Problem } from '../problem.ts'
import { placeAt, type Source } from '../source.ts'
import type { Finding, Look } from './finding.ts'
import { LINE_SLIPS, ORDER_SLIPS } from './line-slips.ts'
import { isWritten, readLines } from './lines.ts'
import { TEXT_SLIPS } from './text-slips.ts'

const RULES = [...LINE_SLIPS, ...TEXT_SLIPS, ...ORDER_SLIPS]
export const YAML_ALLOWS =
  'YAML: "key: value" lines, indented by two spaces; quote texts with ": ", "#" or "*"'

type Slip = Pick<YAMLError, 'code' | 'message'> & { at: number }

/**
 * What is no YAML. A slip that changes how all behind it is read is the last to be told: what the
 * parser says of the rest follows from it.
 */
export function findSyntaxFaults(source: Source): Problem[] {
  const slips = findSlips(source)
  const lines = slips.length > 0 ? readLines(source.text) : []
  const told = new Map<number, Problem>()
  for (const { code, message, at } of slips) {
    const place = placeAt(source, at)
    // The parser means the end of what stands before where a line is empty.
    const line = lines.slice(place.line - 1).find(isWritten) ?? lines[place.line - 1]
    if (!line) continue
    const look = { code, message: firstLine(message), line, lines }
    const { line: where, column, misleads, suggestion, ...finding } = describe(look)
    if (!told.has(where.number)) {
      told.set(where.number, {
        ...place,
        line: where.number,
        column: column + 1,
        ...finding,
        ...(suggestion && { suggestion }),
      })
    }
    if (misleads) break
  }
  return [...told.values()]
}

function describe(look: Look): Finding {
  for (const rule of RULES) {
    const finding = rule(look)
    if (finding) return finding
  }
  return { line: look.line, column: 0, found: look.message, allowed: YAML_ALLOWS, misleads: true }
}

/** Errors in the order of the file, and what the parser lets pass: names that stand for nothing. */
function findSlips(source: Source): Slip[] {
  const { errors, warnings } = source.document
  const unknown = warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED')
  const slips: Slip[] = [...errors, ...unknown].map(({ code, message, pos }) => ({
    code,
    message,
    at: pos[0],
  }))
  if (errors.length === 0) slips.push(...findBadAliases(source))
  return slips.sort((a, b) => a.at - b.at)
}

/** Aliases that stand for nothing, or for what they stand in, which would have no end. */
function findBadAliases({ document }: Source): Slip[] {
  const slips: Slip[] = []
  const anchors = new Map<string, unknown>()
  visit(document, {
    Value: (_, node) => {
      if (node.anchor) anchors.set(node.anchor, node)
    },
    Alias: (_, { source, range }, around) => {
      const meant = anchors.get(source)
      if (meant && !around.some((node) => node === meant)) return
      slips.push({ code: 'BAD_ALIAS', message: `No "&${source}"`, at: range?.[0] ?? 0 })
    },
  })
  return slips
}

function firstLine(message: string): string {
  return message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? ''
}
