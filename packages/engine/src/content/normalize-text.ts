// Soft hyphens, joiners, direction marks, variation selectors: they affect layout, but are no text.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Normalizes text for rendering into a file: NFC, single spaces, no invisible characters. */
export function tidyText(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
}

/** Normalizes each line and drops empty lines. */
export function tidyLines(text: string): string {
  return text.split('\n').map(tidyText).filter(Boolean).join('\n')
}
