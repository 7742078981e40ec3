// Soft hyphens, joiners, marks of direction and variation: they change how text is set, and are none.
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu

/** A text as it is drawn into a file: letters and their accents as one, single spaces. */
export function tidyText(text: string): string {
  return text.normalize('NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim()
}
