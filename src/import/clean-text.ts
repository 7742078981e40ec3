const CONTROLS = /[[\p{Cc}\p{Zl}\p{Zp}]--[\n\t]]/gv
const BYTE_ORDER_MARK = /\ufeff/g

/** A foreign text without what no page can show, or nothing if nothing is left of it. */
export function cleanText(value: unknown): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number'
  if (!isText) return undefined
  const text = String(value)
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .normalize('NFC')
    .replace(BYTE_ORDER_MARK, '')
    .replace(CONTROLS, '')
    .trim()
  return text || undefined
}

export function cleanLine(value: unknown): string | undefined {
  return cleanText(value)?.replace(/\s+/g, ' ')
}

/** A text in its paragraphs, which blank lines part. */
export function paragraphsOf(value: unknown): string[] | undefined {
  const paragraphs = cleanText(value)
    ?.split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  return paragraphs?.length ? paragraphs : undefined
}

/** An address as the content wants it, with a scheme; many people leave it out. */
export function cleanAddress(value: unknown): string | undefined {
  const text = cleanLine(value)
  if (!text || /^[a-z][a-z0-9+.-]*:/i.test(text)) return text
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : text
}
