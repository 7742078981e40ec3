import { findReferences, type Reference } from '../../content/references.ts'
import { BRAND, CARD, type PictureSlot } from '../../page/picture-slots.ts'

/** A picture that the content names, and where on the page it stands. */
export type NamedPicture = { reference: Reference; name: string; slot: PictureSlot }

const SLOTS: Record<string, PictureSlot> = { image: BRAND, imgSrc: CARD }

export function namedPictures(content: unknown): NamedPicture[] {
  return findReferences(content).flatMap((reference) => {
    const slot = SLOTS[String(reference.path.at(-1))]
    return reference.kind === 'picture' && slot ? [{ reference, name: reference.name, slot }] : []
  })
}

/** The same file may stand in several slots, and in one slot several times. */
export function slotKey(name: string, slot: PictureSlot): string {
  return `${slot.name} ${name}`
}
