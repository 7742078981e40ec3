import type { FaceName } from '../../content/resume-fonts.ts'
import type { ColorName } from '../colors.ts'

export type Style = { face: FaceName; size: number; color: ColorName; tracking?: number }

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

/** A link. Linked text is underlined; a visible URL is not. */
export type Link = { url: string; label: string; isUnderlined: boolean }

/** A node of the PDF structure tree. Spans with the same tag object share one element. */
export type Tag = {
  type: TagType
  parent?: Tag
  link?: Link
  isBulleted?: boolean
}

/** Marks decoration that screen readers skip: rules, separators, page footers. */
export const ARTIFACT: Tag = { type: 'Artifact' }

export type Span = {
  text: string
  style: Style
  tag: Tag
  /** Prevents line breaks inside the span if it fits in one line. */
  noWrap?: boolean
  /** Separates two spans of one line. It is not part of the text. */
  isSeparator?: boolean
}

/** A paragraph, or anything that is set like one. */
export type Block = {
  spans: Span[]
  lineHeight: number
  /** The space above it, except at the top of a page. */
  space: number
  /** A rule in that space: dark above a section, grey between two entries. */
  rule?: 'section' | 'entry'
  indent?: number
  /** Hangs in the indent of the first line. */
  bullet?: Span
  /** Never the last block of a page. */
  keepWithNext?: boolean
}
