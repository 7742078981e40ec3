import { KIND, kindOf, leavesOf } from '../values.ts'

/** An image slot of the page. images/image-slots.ts has the sizes. */
export type SlotName = PageSlot | OwnSlot
type PageSlot = 'logo' | 'card' | 'featured' | 'whole' | 'picture' | 'portrait' | 'avatar'
/** A slot in a section of the owner, with the largest size of its pictures. */
export type OwnSlot = `own ${number}` | `own ${number}x${number}`

/** An image that the content names. Each file is one asset per slot. */
export class ImageAsset {
  readonly [KIND] = 'image'
  readonly name: string
  readonly slot: SlotName
  /** What a file is that is smaller than its slot, and not sharp. */
  readonly small: AssetError | undefined

  constructor(name: string, slot: SlotName, small?: AssetError) {
    this.name = name
    this.slot = slot
    this.small = small
  }
}

export function isImage(value: unknown): value is ImageAsset {
  return kindOf(value) === 'image'
}

/** Whether an image is a file in the content folder, not a URL or a placeholder. */
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
  srcset?: string
  sources?: { type: string; media?: string; srcset: string }[]
}

/** Why the content cannot use an asset: the texts of a diagnostic. */
export class AssetError {
  readonly found: string
  readonly expected: string
  readonly suggestion: string | undefined

  constructor(found: string, expected: string, suggestion?: string) {
    this.found = found
    this.expected = expected
    this.suggestion = suggestion
  }
}

type MaybePromise<Value> = Value | Promise<Value>

/** Resolves the assets that the content names, while the schema parses it. */
export type Assets = {
  image: (name: string, slot: SlotName) => MaybePromise<ImageAsset | AssetError>
  icon: (name: string) => string | AssetError
  file: (path: string) => string | AssetError
}

/** Accepts every name: for programs that need the texts only. */
export const UNCHECKED: Assets = {
  image: (name, slot) => new ImageAsset(name, slot),
  icon: (name) => name,
  file: (path) => path,
}
