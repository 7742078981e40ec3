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

/** Each once, however often it stands in the same slot. */
export function differentPictures(named: NamedPicture[]): Map<string, NamedPicture> {
  return new Map(named.map((picture) => [slotKey(picture.name, picture.slot), picture]))
}

/** The same file may stand in several slots, and is made for each. */
export function slotKey(name: string, slot: PictureSlot): string {
  return `${slot.name} ${name}`
}
