import { FEATURES, runsOf, type TextStyle, widthOfText } from './font-faces.ts'

// Text is drawn as outlines: the SVG renderer has only the fonts of the machine.

/** Breaks a text into lines of at most `width`. A word that is too long gets a separate line. */
export function breakLines(text: string, style: TextStyle, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && widthOfText(longer, style) <= width) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines
}

/** Truncates a text to a width with an ellipsis, after a whole word unless there is only one. */
export function truncate(text: string, style: TextStyle, width: number): string {
  if (widthOfText(text, style) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && widthOfText(`${letters.join('')}…`, style) > width) letters.pop()
  const fit = letters.join('')
  const words = text[fit.length] === ' ' ? fit : fit.slice(0, Math.max(0, fit.lastIndexOf(' ')))
  return `${(words || fit).trimEnd()}…`
}

type Point = { x: number; y: number }

/** Draws a line of text as SVG paths, with the start of its baseline at a point. */
export function drawLine(text: string, style: TextStyle, at: Point): string {
  return [...placeGlyphs(text, style, at)]
    .map(({ glyph, scale, x, y }) => {
      const path = glyph.path.toSVG()
      const transform = `translate(${round(x)} ${round(y)}) scale(${scale} ${-scale})`
      return path && `<path transform="${transform}" d="${path}"/>`
    })
    .join('')
}

/**
 * The outlines of a line of text as path data in whole units. Commands are relative, so that a
 * letter is the same data wherever it stands, and compresses.
 */
export function outlineLine(text: string, style: TextStyle, at: Point): string {
  const pen = new Pen()
  for (const { glyph, scale, x, y } of placeGlyphs(text, style, at)) {
    for (const { command, args } of glyph.path.commands) {
      const points = args.map((value, axis) =>
        axis % 2 === 0 ? x + value * scale : y - value * scale,
      )
      pen.draw(COMMANDS[command], points)
    }
  }
  return `M0 0${pen.data}`
}

function* placeGlyphs(text: string, style: TextStyle, { x, y }: Point) {
  let at = x
  for (const { file, text: letters } of runsOf(text, style.face)) {
    const scale = (style.size * file.scale) / file.font.unitsPerEm
    const { glyphs, positions } = file.font.layout(letters, FEATURES)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      yield { glyph, scale, x: at + xOffset * scale, y: y - yOffset * scale }
      at += xAdvance * scale + (style.tracking ?? 0) * style.size
    }
  }
}

const COMMANDS = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'q',
  bezierCurveTo: 'c',
  closePath: 'z',
} as const

/** Writes absolute points as relative path data. Rounding errors do not add up. */
class Pen {
  data = ''
  #at = [0, 0]
  #start = [0, 0]
  #letter = ''

  draw(command: (typeof COMMANDS)[keyof typeof COMMANDS], points: number[]) {
    const rounded = points.map(Math.round)
    const numbers = rounded.map((value, axis) => value - (this.#at[axis % 2] ?? 0))
    const [dx = 0, dy = 0] = numbers
    if (command === 'l' && dy === 0) this.#write('h', [dx])
    else if (command === 'l' && dx === 0) this.#write('v', [dy])
    else this.#write(command, numbers)
    if (command === 'm') this.#start = rounded
    this.#at = command === 'z' ? this.#start : rounded.slice(-2)
  }

  /** A repeated command needs no letter, and a minus sign no space before it. */
  #write(letter: string, numbers: number[]) {
    const prefix = letter === 'q' && this.#letter === 'q' ? ' ' : letter
    this.data += (prefix + numbers.join(' ')).replaceAll(' -', '-')
    this.#letter = letter
  }
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}
