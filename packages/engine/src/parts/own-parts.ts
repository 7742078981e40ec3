import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import type { Diagnostic } from '../content/diagnostic.ts'
import type { Portfolio } from '../content/schema.ts'
import { PARTS_FOLDER } from '../folders.ts'
import { PART_NAMES, PARTS, type PartName, SLOTS, type Slot } from '../page/parts.ts'

/** The file of an own section, whose name is its id in the content. */
const SECTION = /^sections[\\/]([^\\/]+)$/
const SECTION_ID = /^[a-z][a-z0-9-]*\.tsx$/
const ISLAND = '.island.tsx'
const HYDRATE_VISIBLE = /^export const hydrate = ['"]visible['"]/m

type Island = {
  /** Its path in the folder, without the ending. */
  name: string
  file: string
  hydrate: 'idle' | 'visible'
}

/** The owner's components, by what they are for. Paths are absolute. */
export type OwnParts = {
  folder: string
  replaced: Partial<Record<PartName, string>>
  slots: Partial<Record<PartName, Partial<Record<Slot, string>>>>
  /** The sections that the owner has written as components, by id. */
  sections: Record<string, string>
  /** The components that are hydrated in the browser. */
  islands: Island[]
  /** All code, whose characters the fonts must have. */
  text: string
}

/** Reads the folder of the owner's parts, whose file names say what each is for. Without one, there are none. */
export function readOwnParts(folder = PARTS_FOLDER): {
  parts: OwnParts
  diagnostics: Diagnostic[]
} {
  const parts: OwnParts = { folder, replaced: {}, slots: {}, sections: {}, islands: [], text: '' }
  const diagnostics: Diagnostic[] = []
  for (const file of listFiles(folder)) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    parts.text += text
    if (file.endsWith(ISLAND)) {
      const name = file.split(sep).join('/').slice(0, -ISLAND.length)
      const hydrate = HYDRATE_VISIBLE.test(text) ? 'visible' : 'idle'
      parts.islands.push({ name, file: path, hydrate })
      continue
    }
    if (!/\.[jt]sx$/.test(file)) continue
    const [, section] = SECTION.exec(file) ?? []
    if (section) {
      if (SECTION_ID.test(section)) parts.sections[basename(section, '.tsx')] = path
      else diagnostics.push(wrongId(path, section))
    }
    if (file.includes(sep)) continue
    const what = readName(file)
    if ('found' in what) diagnostics.push(mistake(path, { field: file, ...what }))
    else if (what.slot) parts.slots[what.part] = { ...parts.slots[what.part], [what.slot]: path }
    else parts.replaced[what.part] = path
  }
  return { parts, diagnostics }
}

/** The components of sections that the content does not have. */
export function findUnused(
  { sections }: OwnParts,
  { customSections }: Pick<Portfolio, 'customSections'>,
): Diagnostic[] {
  const ids = customSections.map(({ id }) => id)
  return Object.entries(sections)
    .filter(([id]) => !ids.includes(id))
    .map(([id, file]) =>
      mistake(file, {
        field: `sections/${id}`,
        found: `no section with the id ${id} in the content`,
        expected: `an entry of customSections with id: ${id}`,
      }),
    )
}

/** An error at the beginning of a file. */
export function mistake(
  file: string,
  what: Pick<Diagnostic, 'field' | 'found' | 'expected' | 'suggestion'>,
): Diagnostic {
  return { file: relative(process.cwd(), file), line: 1, column: 1, ...what }
}

/** The files of a folder, without those of editors, which start with a dot. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((file) => !/(?:^|[\\/])(?:\.|node_modules)/.test(file))
    .filter((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile())
    .sort()
}

function wrongId(path: string, name: string): Diagnostic {
  return mistake(path, {
    field: `sections/${name}`,
    found: `the name ${name}`,
    expected: 'the id of the section with .tsx: lowercase letters, digits and -, such as talks.tsx',
    suggestion: name.toLowerCase().replace(/\.jsx$/, '.tsx'),
  })
}

/** What a file is for, by its name. */
function readName(
  file: string,
):
  | { part: PartName; slot: Slot | undefined }
  | Pick<Diagnostic, 'found' | 'expected' | 'suggestion'> {
  const [name = '', ...rest] = file.split('.')
  const [slot] = rest.length === 2 ? rest : []
  const part = PART_NAMES.find((known) => known === name)
  const isTsx = rest.at(-1) === 'tsx' && rest.length <= 2
  if (part && isTsx && slot === undefined) return { part, slot }
  const known = SLOTS.find((one) => one === slot)
  if (part && isTsx && known && PARTS[part].slots) return { part, slot: known }
  const others =
    'a component that only other parts import goes into a folder such as parts/components/'
  if (part && !isTsx) {
    return {
      found: `the name ${file}`,
      expected: 'a file that ends in .tsx',
      suggestion: `${name}.tsx`,
    }
  }
  if (part) {
    const near = nearest(slot ?? '', SLOTS)
    return PARTS[part].slots
      ? {
          found: `"${slot}", which is no place in a section`,
          expected: SLOTS.join(', '),
          suggestion: near && `${name}.${near}.tsx`,
        }
      : { found: `${part}, which has no places`, expected: `${part}.tsx, which replaces it` }
  }
  const near = nearest(name, PART_NAMES)
  return {
    found: `no part of the page is called ${name}`,
    expected: `${PART_NAMES.join(', ')}; ${others}`,
    suggestion: near && file.replace(name, near),
  }
}
