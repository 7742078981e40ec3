import type { Style } from './blocks.ts'

export type Styles = ReturnType<typeof makeStyles>

const TIGHT = -0.022

/** The styles and distances of the resume, all from the size of its text in points. */
export function makeStyles(size: number) {
  return {
    name: { face: 'narrow', size: size * 3.3, colour: 'ink', tracking: TIGHT },
    headline: { face: 'reading', size: size * 1.3, colour: 'ink' },
    heading: { face: 'narrow', size: size * 1.6, colour: 'ink', tracking: TIGHT },
    title: { face: 'narrow', size: size * 1.16, colour: 'ink', tracking: -0.008 },
    text: { face: 'reading', size, colour: 'ink' },
    soft: { face: 'reading', size, colour: 'soft' },
    link: { face: 'reading', size, colour: 'accent' },
  } satisfies Record<string, Style>
}

/** The distances of the resume, from the same size. */
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
