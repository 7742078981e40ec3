import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { valueAt } from './at-path.ts'
import { nearest } from './nearest.ts'
import { describeFound, type Fault } from './problem.ts'
import { findUncovered } from './uncovered.ts'

const BEGINNING = '%PDF-'

/** What keeps the resume file from being made, or the owner's own from being served. */
export function findResumeFaults(content: unknown, directory: string): Fault[] {
  const resume = valueAt(content, ['resume'])
  if (typeof resume !== 'object' || resume === null) return []
  const own = valueAt(resume, ['own'])
  if (own === undefined) return findUncovered(content).map(describeUncovered)
  return typeof own === 'string' ? checkOwn(own, directory) : []
}

function checkOwn(own: string, directory: string): Fault[] {
  const path = ['resume', 'own']
  const file = join(directory, own)
  if (!own.startsWith('files/') || own.includes('..')) return []
  if (!standsThere(own, directory)) {
    const siblings = existsSync(dirname(file)) ? readdirSync(dirname(file)) : []
    const near = nearest(basename(file), siblings)
    const allowed = 'the name of a PDF that exists in the content folder, letter case included'
    const suggestion = near && join(dirname(own), near)
    return [{ path, found: describeFound(own), allowed, suggestion }]
  }
  if (beginsAsPdf(file)) return []
  const found = `${describeFound(own)}, which is not a PDF: it does not begin with ${BEGINNING}`
  return [{ path, found, allowed: 'a PDF, exported anew from the program that made it' }]
}

/** Compares with the folders' listings, because some disks ignore letter case. */
function standsThere(own: string, directory: string): boolean {
  const steps = own.split('/')
  return steps.every((step, place) => {
    const folder = join(directory, ...steps.slice(0, place))
    return (
      existsSync(folder) && statSync(folder).isDirectory() && readdirSync(folder).includes(step)
    )
  })
}

function beginsAsPdf(file: string): boolean {
  if (!statSync(file).isFile()) return false
  const beginning = Buffer.alloc(BEGINNING.length)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, beginning)
  } finally {
    closeSync(handle)
  }
  return beginning.toString('latin1') === BEGINNING
}

function describeUncovered({ path, characters }: ReturnType<typeof findUncovered>[number]): Fault {
  return {
    path,
    found: characters.map(describeCharacter).join(', '),
    allowed:
      'letters and signs that a font of the resume file has: Latin, Greek, Cyrillic and the usual ' +
      'signs. Write it another way, or name a PDF of your own in resume.own',
  }
}

const SCRIPTS = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Georgian',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Katakana',
  'Tamil',
  'Thai',
]

/** A character as it looks, by its number, and by what it belongs to where that is known. */
function describeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const script = SCRIPTS.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character))
  const kind = script ?? (/\p{Extended_Pictographic}/u.test(character) ? 'emoji' : undefined)
  return `${JSON.stringify(character)} (${[number, kind].filter(Boolean).join(', ')})`
}
