import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import type { Diagnostic } from '../content/diagnostic.ts'
import type { Portfolio } from '../content/schema.ts'
import { PARTS_FOLDER } from '../folders.ts'
import { PART_NAMES, PARTS, type PartName, SLOTS, type Slot } from '../page/parts.ts'
import { findFile, isInstalled, packageOf, SHARED_PACKAGES } from './packages.ts'
import { PUBLIC_MODULE } from './public-names.ts'
import {
  type Code,
  findBrowserCode,
  hasExport,
  importsOf,
  mistake,
  readCode,
  readConstant,
  syntaxErrors,
} from './syntax.ts'

const ORIGINALS = 'reward-codes/original/'
/** The file of an own section, whose name is its id in the content. */
const SECTION = /^sections[\\/]([^\\/]+)$/
const SECTION_ID = /^[a-z][a-z0-9-]*\.tsx$/
const ISLAND = '.island.tsx'

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
  /** The parts of which a component of the owner shows the original. */
  wrapped: PartName[]
  /** All code, whose characters the fonts must have. */
  text: string
}

/** Reads and checks the folder of the owner's parts. Without one, there are none. */
export function readOwnParts(folder = PARTS_FOLDER): {
  parts: OwnParts
  diagnostics: Diagnostic[]
} {
  const parts: OwnParts = {
    folder,
    replaced: {},
    slots: {},
    sections: {},
    islands: [],
    wrapped: [],
    text: '',
  }
  const entries: Entry[] = []
  const islands: Entry[] = []
  const diagnostics: Diagnostic[] = []
  for (const file of listFiles(folder)) {
    if (file.endsWith(ISLAND)) {
      const field = file.split(sep).join('/').slice(0, -'.tsx'.length)
      islands.push({ file: join(folder, file), field, exports: ['default'], isIsland: true })
      continue
    }
    if (!/\.[jt]sx$/.test(file)) continue
    const [, section] = SECTION.exec(file) ?? []
    if (section) {
      const path = join(folder, file)
      const id = basename(section, '.tsx')
      if (!SECTION_ID.test(section)) diagnostics.push(wrongId(path, section))
      else parts.sections[id] = path
      entries.push({ file: path, field: `sections/${id}`, exports: ['default', 'schema'] })
    }
    if (file.includes(sep)) continue
    const place = { file: join(folder, file), text: '' }
    const what = readName(file)
    if ('found' in what) {
      diagnostics.push(mistake(place, 0, { field: file, ...what }))
      continue
    }
    const { part, slot } = what
    entries.push({ file: place.file, field: basename(file, '.tsx'), exports: ['default'] })
    if (slot) parts.slots[part] = { ...parts.slots[part], [slot]: place.file }
    else parts.replaced[part] = place.file
  }
  const checked = checkCode([...entries, ...islands])
  parts.islands = islands.map(({ file, field }) => ({
    name: field.slice(0, -'.island'.length),
    file,
    hydrate: checked.hydrate.get(file) ?? 'idle',
  }))
  const wrapped = PART_NAMES.filter((name) => checked.specifiers.has(ORIGINALS + name))
  return {
    parts: { ...parts, wrapped, text: checked.text },
    diagnostics: [...diagnostics, ...checked.diagnostics],
  }
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
      mistake({ file, text: '' }, 0, {
        field: `sections/${id}`,
        found: `no section with the id ${id} in the content`,
        expected: `an entry of customSections with id: ${id}`,
      }),
    )
}

/** A file whose default export the page shows, and its name in diagnostics. */
type Entry = {
  file: string
  field: string
  exports: string[]
  /** It runs in the browser. */
  isIsland?: boolean | undefined
}

/** The files of a folder, without those of editors and of commands, which start with a dot. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((file) => !/(?:^|[\\/])(?:\.|node_modules)/.test(file))
    .filter((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile())
    .sort()
}

function wrongId(path: string, name: string): Diagnostic {
  return mistake({ file: path, text: '' }, 0, {
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

/** Checks files and all that they import of the folder. What no island imports is static markup. */
function checkCode(entries: Entry[]) {
  const diagnostics: Diagnostic[] = []
  const specifiers = new Set<string>()
  const seen = new Set<string>()
  const hydrate = new Map<string, 'idle' | 'visible'>()
  let text = ''
  const open = [...entries]
  for (const { file, field, exports, isIsland } of open) {
    if (seen.has(file)) continue
    seen.add(file)
    const code = readCode(file)
    text += code.text
    const faults = syntaxErrors(code, field)
    diagnostics.push(...faults)
    if (faults.length > 0) continue
    const missing = exports.filter((name) => !hasExport(code, name))
    diagnostics.push(...missing.map((name) => missingExport(code, field, name)))
    if (!isIsland) diagnostics.push(...browserCode(code, field))
    if (isIsland && exports.length > 0) {
      const when = readConstant(code, 'hydrate')
      if (when === 'idle' || when === 'visible') hydrate.set(file, when)
      else if (when !== undefined) diagnostics.push(wrongHydrate(code, field))
    }
    diagnostics.push(...unnamedImports(code, field))
    for (const { specifier, at } of importsOf(code)) {
      specifiers.add(specifier)
      const fault = checkImport(specifier, file)
      if (fault) diagnostics.push(mistake(code, at, { field, ...fault }))
      const imported = resolveImport(specifier, file)
      if (imported && !imported.endsWith(ISLAND))
        open.push({ file: imported, field, exports: [], isIsland })
    }
  }
  return { diagnostics, specifiers, hydrate, text }
}

/** Imports of the public module as a whole, which a page replaces by imports of single names. */
function unnamedImports(code: Code, field: string): Diagnostic[] {
  return code.module.staticImports
    .filter(({ moduleRequest }) => moduleRequest.value === PUBLIC_MODULE)
    .flatMap(({ entries }) => entries)
    .filter(({ importName, isType }) => !isType && !importName.name)
    .map(({ localName }) =>
      mistake(code, localName.start, {
        field,
        found: `${localName.value}, which is not one of the names of ${PUBLIC_MODULE}`,
        expected: `its names in braces, such as import { Section } from '${PUBLIC_MODULE}'`,
      }),
    )
}

function missingExport(code: Code, field: string, name: string): Diagnostic {
  const component = /^[A-Z]\w*/.exec(field)?.[0] ?? 'Section'
  return mistake(code, 0, {
    field,
    found: name === 'default' ? 'no default export' : `no export called ${name}`,
    expected:
      name === 'default'
        ? `the component as the default export: export default function ${component}() { … }`
        : 'the schema of its fields: export const schema = z.object({ … })',
  })
}

function wrongHydrate(code: Code, field: string): Diagnostic {
  return mistake(code, Math.max(0, code.text.indexOf('hydrate')), {
    field,
    found: 'another value of hydrate',
    expected: "export const hydrate = 'idle' or 'visible'",
  })
}

function browserCode(code: Code, field: string): Diagnostic[] {
  return findBrowserCode(code).map(({ name, at }) =>
    mistake(code, at, {
      field,
      found: `${name}, which does nothing in a static part`,
      expected:
        'an island: a component in a file of its own that ends in .island.tsx, which this one imports',
    }),
  )
}

/** The file of a relative import, if it is code. */
function resolveImport(specifier: string, importer: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const path = join(dirname(importer), specifier)
  return ['', '.tsx', '.ts', '/index.tsx', '/index.ts']
    .map((ending) => path + ending)
    .find((file) => /\.tsx?$/.test(file) && statSync(file, { throwIfNoEntry: false })?.isFile())
}

function checkImport(specifier: string, importer: string) {
  if (specifier.startsWith(ORIGINALS)) {
    const name = specifier.slice(ORIGINALS.length)
    if (PART_NAMES.some((known) => known === name)) return undefined
    const near = nearest(name, PART_NAMES)
    return {
      found: `no part of the page is called ${name}`,
      expected: PART_NAMES.join(', '),
      suggestion: near && ORIGINALS + near,
    }
  }
  const [path = ''] = specifier.split('?')
  const name = packageOf(path)
  if (name) return checkPackage(name, path, importer)
  if (!path.startsWith('.') || resolveImport(path, importer)) return undefined
  if (existsSync(join(dirname(importer), path))) return undefined
  return { found: `"${specifier}", which does not exist`, expected: 'the path of a file' }
}

function checkPackage(name: string, path: string, importer: string) {
  if ([...SHARED_PACKAGES, 'reward-codes'].includes(name)) return undefined
  if (!isInstalled(name, importer)) {
    return {
      found: `the package ${name}, which is not installed`,
      expected: `an installed package: npm install ${name}`,
    }
  }
  if (findFile(path, importer)) return undefined
  return {
    found: `"${path}", which the package ${name} does not have`,
    expected: 'a path that package.json of the package exports',
  }
}
