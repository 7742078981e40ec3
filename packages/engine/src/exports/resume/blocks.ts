import type { FaceName } from '../../content/resume-fonts.ts'
import type { ColourName } from '../colours.ts'

export type Style = { face: FaceName; size: number; colour: ColourName; tracking?: number }

type TagType =
  | 'Artifact'
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Link'

/** Words that lead somewhere are underlined; an address is known by its look. */
export type Link = { url: string; label: string; isUnderlined: boolean }

/** A place in the structure of the document; equal tags are one and the same element. */
export type Tag = {
  type: TagType
  parent?: Tag
  link?: Link
  isBulleted?: boolean
}

/** What is drawn but said by nobody: rules, dots between things, the foot of a page. */
export const ARTIFACT: Tag = { type: 'Artifact' }

export type Span = {
  text: string
  style: Style
  tag: Tag
  /** Its words stay in one line if they fit into one. */
  isWhole?: boolean
  /** Stands between two spans of one line, and belongs to nobody's text. */
  isSeparator?: boolean
}

/** A paragraph, or what is set like one. */
export type Block = {
  spans: Span[]
  lineHeight: number
  /** The room above it, unless it begins a page. */
  space: number
  /** A rule within that room: an ink one opens a section, a grey one parts two entries. */
  rule?: 'section' | 'entry'
  indent?: number
  /** Hangs before the first line. */
  bullet?: Span
  /** Never the last of its page. */
  leads?: boolean
}
