import { KIND, kindOf } from './values.ts'

/** Markdown's four inline elements. Everything else is text. */
export type Inline =
  | string
  | { tag: 'em'; children: Inline[] }
  | { tag: 'strong'; children: Inline[] }
  | { tag: 'a'; href: string; children: Inline[] }
  | { tag: 'code'; text: string }

/** A text with emphasis, code and links. */
export class RichText {
  readonly [KIND] = 'text'
  /** The text as its owner wrote it. */
  readonly source: string
  readonly nodes: Inline[]

  constructor(source: string, nodes: Inline[]) {
    this.source = source
    this.nodes = nodes
  }
}

export function isRichText(value: unknown): value is RichText {
  return kindOf(value) === 'text'
}

/** A run of `*` or `_` that may open or close emphasis. */
type Run = { sign: string; count: number; canOpen: boolean; canClose: boolean }
/** A `[` that may open a link. */
type Bracket = { bracket: string; isActive: boolean }
type Part = Inline | Run | Bracket

/** Letters of scripts that have no spaces between words. */
export const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー`
/** What ends a word: spaces, signs, and letters of these scripts. */
const FREE_LAST = new RegExp(String.raw`[\s\p{P}\p{S}${UNSPACED}]$`, 'u')
const FREE_FIRST = new RegExp(String.raw`^[\s\p{P}\p{S}${UNSPACED}]`, 'u')
const SIGN_LAST = /[\p{P}\p{S}]$/u
const SIGN_FIRST = /^[\p{P}\p{S}]/u
const LETTER_LAST = new RegExp(String.raw`[[\p{L}\p{N}]--[${UNSPACED}]]\.?$`, 'v')
const LETTER_FIRST = new RegExp(String.raw`^\.?[[\p{L}\p{N}]--[${UNSPACED}]]`, 'v')

const ESCAPED = /\\([!-/:-@[-`{-~])/y
const TEXT = /[^\\`*_[\]!]+|[\s\S]/uy
/** The target in parentheses, with at most one pair of parentheses in it. A title is ignored. */
const TARGET = /\(\s*((?:[^\s()<>]|\([^\s()<>]*\))+)(?:\s+"[^"]*")?\s*\)/y

/** Parses emphasis, code and links as CommonMark does in what people write. A sign without a counterpart is text. */
export function parseRichText(source: string): RichText {
  return new RichText(source, resolveEmphasis(split(source)))
}

function split(source: string): Part[] {
  const parts: Part[] = []
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < source.length) {
    const start = at
    const escaped = take(ESCAPED)
    if (escaped) parts.push(escaped[1] ?? '')
    else if (source[at] === '`') parts.push(readCode(take))
    else if (source[at] === '*' || source[at] === '_') parts.push(readRun(source, start, take))
    else if (take(/!?\[/y)) {
      const bracket = source.slice(start, at)
      parts.push({ bracket, isActive: bracket === '[' })
    } else if (take(/\]/y)) closeLink(parts, take)
    else parts.push(take(TEXT)?.[0] ?? '')
  }
  return parts
}

type Take = (pattern: RegExp) => RegExpExecArray | null

/** Code ends at as many backticks as it starts with. Without them, the backticks are text. */
function readCode(take: Take): Inline {
  const [ticks = ''] = take(/`+/y) ?? []
  const [, code] = take(new RegExp(`([\\s\\S]*?[^\`])${ticks}(?!\`)`, 'y')) ?? []
  if (code === undefined) return ticks
  const line = code.replaceAll('\n', ' ')
  return { tag: 'code', text: /^ .*[^ ].* $/.test(line) ? line.slice(1, -1) : line }
}

/**
 * Whether a run can open or close emphasis depends on the characters beside it. Stricter than CommonMark, no
 * run inside a word can, so that 2*3*4 and __init__.py are text.
 */
function readRun(source: string, start: number, take: Take): Run {
  const [run = ''] = take(source[start] === '*' ? /\*+/y : /_+/y) ?? []
  const before = source.slice(Math.max(0, start - 3), start) || ' '
  const after = source.slice(start + run.length, start + run.length + 3) || ' '
  const isInWord = LETTER_LAST.test(before) && LETTER_FIRST.test(after)
  return {
    sign: run.charAt(0),
    count: run.length,
    canOpen: !isInWord && !/^\s/.test(after) && (!SIGN_FIRST.test(after) || FREE_LAST.test(before)),
    canClose:
      !isInWord && !/\s$/.test(before) && (!SIGN_LAST.test(before) || FREE_FIRST.test(after)),
  }
}

/** Replaces everything since the last `[` with a link if a target follows. Links do not nest. */
function closeLink(parts: Part[], take: Take) {
  const open = parts.findLastIndex((part) => typeof part === 'object' && 'bracket' in part)
  const opener = parts[open] as Bracket | undefined
  const target = opener?.isActive && open < parts.length - 1 ? take(TARGET)?.[1] : undefined
  if (target !== undefined) {
    const children = resolveEmphasis(parts.splice(open).slice(1))
    for (const part of parts)
      if (typeof part === 'object' && 'bracket' in part) part.isActive = false
    parts.push({ tag: 'a', href: target, children })
    return
  }
  if (opener) parts[open] = opener.bracket
  parts.push(']')
}

function isRun(part: Part | undefined): part is Run {
  return typeof part === 'object' && 'sign' in part
}

function resolveEmphasis(parts: Part[]): Inline[] {
  for (let close = 0; close < parts.length; close++) {
    const closer = parts[close]
    if (!isRun(closer) || !closer.canClose) continue
    const open = parts.findLastIndex(
      (part, index) => index < close && isRun(part) && part.sign === closer.sign && part.canOpen,
    )
    const opener = parts[open]
    if (!isRun(opener)) continue
    const length = opener.count >= 2 && closer.count >= 2 ? 2 : 1
    const children = asText(parts.slice(open + 1, close))
    const tag = length === 2 ? 'strong' : 'em'
    opener.count -= length
    closer.count -= length
    const rest = [opener, { tag, children } as const, closer].filter(
      (part) => !isRun(part) || part.count > 0,
    )
    parts.splice(open, close - open + 1, ...rest)
    // The closer may close more emphasis.
    close = closer.count > 0 ? open + rest.length - 2 : open + rest.length - 1
  }
  return asText(parts)
}

/** Turns signs without a counterpart into text, and joins texts. */
function asText(parts: Part[]): Inline[] {
  const nodes: Inline[] = []
  for (const part of parts) {
    const node = isRun(part)
      ? part.sign.repeat(part.count)
      : typeof part === 'object' && 'bracket' in part
        ? part.bracket
        : part
    const last = nodes.at(-1)
    if (typeof node === 'string' && typeof last === 'string') nodes.splice(-1, 1, last + node)
    else nodes.push(node)
  }
  return nodes
}

/** The text without markup. */
export function plainText({ nodes }: Pick<RichText, 'nodes'>): string {
  return nodes.map(textOf).join('')
}

function textOf(node: Inline): string {
  if (typeof node === 'string') return node
  return node.tag === 'code' ? node.text : node.children.map(textOf).join('')
}

/** The targets of the links. */
export function linksIn({ nodes }: RichText): string[] {
  const targets = (node: Inline): string[] => {
    if (typeof node === 'string' || node.tag === 'code') return []
    return [...(node.tag === 'a' ? [node.href] : []), ...node.children.flatMap(targets)]
  }
  return nodes.flatMap(targets)
}

/** Replaces the targets of the links. A link without a target is text. */
export function mapLinks(
  { source, nodes }: RichText,
  replace: (href: string) => string | undefined,
): RichText {
  const map = (node: Inline): Inline[] => {
    if (typeof node === 'string' || node.tag === 'code') return [node]
    const children = node.children.flatMap(map)
    if (node.tag !== 'a') return [{ ...node, children }]
    const href = replace(node.href)
    return href === undefined ? children : [{ ...node, href, children }]
  }
  return new RichText(source, nodes.flatMap(map))
}

/** Replaces the texts, in their order. */
export function mapText({ source, nodes }: RichText, replace: (text: string) => string): RichText {
  const map = (node: Inline): Inline => {
    if (typeof node === 'string') return replace(node)
    return node.tag === 'code'
      ? { ...node, text: replace(node.text) }
      : { ...node, children: node.children.map(map) }
  }
  return new RichText(source, nodes.map(map))
}
