import type { Style } from './blocks.ts'

export type Styles = ReturnType<typeof makeStyles>

const TIGHT = -0.022

/** The text styles, derived from the font size in points. */
export function makeStyles(size: number) {
  return {
    name: { face: 'narrow', size: size * 3.3, color: 'text', tracking: TIGHT },
    headline: { face: 'reading', size: size * 1.3, color: 'text' },
    heading: { face: 'narrow', size: size * 1.6, color: 'text', tracking: TIGHT },
    title: { face: 'narrow', size: size * 1.16, color: 'text', tracking: -0.008 },
    text: { face: 'reading', size, color: 'text' },
    muted: { face: 'reading', size, color: 'textMuted' },
    link: { face: 'reading', size, color: 'accent' },
  } satisfies Record<string, Style>
}

/** Line heights and spaces, derived from the same size. */
export function makeSpaces(size: number) {
  return {
    line: size * 1.36,
    name: size * 3.4,
    headline: size * 1.9,
    heading: size * 2,
    head: size * 1.5,
    section: size * 1.6,
    afterHeading: size * 0.35,
    entry: size,
    item: size * 0.42,
    paragraph: size * 0.45,
    bio: size * 1.1,
    contact: size * 0.55,
    indent: size * 1.1,
    bullet: size * 0.15,
  }
}

export type Spaces = ReturnType<typeof makeSpaces>
