import { type ContentError, KIND, kindOf, leavesOf } from '../values.ts'

/** An image slot of the page. images/pictures.ts has the sizes. */
export type SlotName = PageSlot | OwnSlot
type PageSlot = 'logo' | 'card' | 'whole' | 'picture' | 'portrait' | 'avatar'
/** A slot in a section of the owner, with the largest size of its pictures. */
export type OwnSlot = `own ${number}` | `own ${number}x${number}`

/** An image that the content names. Each file is one asset per slot. */
export class ImageAsset {
  readonly [KIND] = 'image'
  readonly name: string
  readonly slot: SlotName

  constructor(name: string, slot: SlotName) {
    this.name = name
    this.slot = slot
  }
}

export function isImage(value: unknown): value is ImageAsset {
  return kindOf(value) === 'image'
}

/** Whether an image is a file in the content folder, not a URL. */
export function isImageFile(name: string): boolean {
  return name.startsWith('images/')
}

/** The images in a value, at any depth. */
export function imagesIn(value: unknown): ImageAsset[] {
  return leavesOf(value).flatMap(({ leaf }) => (isImage(leaf) ? leaf : []))
}

/** The sources of an image. Only images from files have several. */
export type ImageSources = {
  src: string
  width: number
  height: number
  sizes: string
  /** The step of the ratio by which the page limits the width of a whole picture. */
  step?: number | undefined
  srcset?: string
  sources?: { type: string; media?: string; srcset: string }[]
}

/** Why the content cannot use an asset. */
export type AssetError = Omit<ContentError, 'path'>

/** What an asset lacks: it cannot be shown, or its file is smaller than its slot and not sharp. */
export type Judged = { error?: AssetError | undefined; small?: AssetError | undefined }

/** Checks the files and icons that the content names. */
export type Assets = {
  image: (name: string, slot: SlotName) => Promise<Judged>
  icon: (name: string) => AssetError | undefined
  file: (path: string) => AssetError | undefined
}
