import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { contentSchemaText, SCHEMA_FILE } from './content/json-schema.ts'
import { LANGUAGE_SCHEMA_FILE, languageSchemaText } from './content/language-file.ts'
import type { OwnSections } from './content/schema/own-sections.ts'
import { PACKAGE_FOLDER } from './folders.ts'
import type { ImageFolders } from './images/drawings.ts'
import { UserError } from './user-error.ts'
import type { VitePlugin, ViteServer } from './vite.ts'

/** The components that an owner can replace, each with the props of ours. */
const COMPONENTS = [
  'About',
  'Contact',
  'CustomSection',
  'FeaturedPicture',
  'Footer',
  'Header',
  'Hero',
  'HeroWork',
  'Projects',
  'Resume',
  'Services',
  'Story',
  'Testimonials',
] as const

export type ComponentName = (typeof COMPONENTS)[number]

/** A section of the owner in `customSections` of the content: its fields, and what shows them. */
export type OwnSection = {
  /** The id of its entry. */
  id: string
  /** A file that exports the schema of its fields as `schema`. The build and the page import it. */
  schema: string
  /** A React component that is rendered on the server, or an Astro component that may hold islands. */
  component: string
}

type Overrides = {
  components: Partial<Record<ComponentName, string>>
  sections: OwnSection[]
}

export const COMPONENT = 'virtual:reward-codes/components/'

/** Modules for the routes: the components of the owner's sections, and what they load the content with. */
const SECTIONS = 'virtual:reward-codes/sections'
const SITE = 'virtual:reward-codes/site'

/** Resolves each component to the owner's file, or else to ours, and provides the owner's sections. */
export function overridesPlugin(
  { components, sections }: Overrides,
  root: string,
  folders: ImageFolders,
): VitePlugin {
  const pathOf = (file: string) => JSON.stringify(resolve(root, file))
  const entries = sections.map(({ id }, index) => `${JSON.stringify(id)}: section${index}`)
  const modules: Record<string, string[]> = {
    [`\0${SECTIONS}`]: [
      ...sections.map(({ component }, index) => `import section${index} from ${pathOf(component)}`),
      `export default { ${entries} }`,
    ],
    [`\0${SITE}`]: [
      ...sections.map(
        ({ schema }, index) => `import { schema as section${index} } from ${pathOf(schema)}`,
      ),
      `export const sections = { ${entries} }`,
      `export const folders = ${JSON.stringify(folders)}`,
    ],
  }
  return {
    name: 'reward-codes:overrides',
    resolveId(id) {
      if (`\0${id}` in modules) return `\0${id}`
      if (!id.startsWith(COMPONENT)) return undefined
      const name = id.slice(COMPONENT.length) as ComponentName
      const own = components[name]
      return own ? resolve(root, own) : join(PACKAGE_FOLDER, `components/${name}/${name}.tsx`)
    },
    load: (id) => modules[id]?.join('\n'),
    configureServer(server) {
      if (sections.length > 0) keepSchemas(server, folders.content)
    },
  }
}

/** Vite forgets a module soon after its file has changed. */
const FORGOTTEN_MS = 100

/** Editors complete the fields of the owner's sections by the files beside the content. */
function keepSchemas(server: ViteServer, folder: string) {
  let timer: NodeJS.Timeout | undefined
  const update = async () => {
    const { sections } = await server.ssrLoadModule(SITE)
    const schemas = [
      [SCHEMA_FILE, contentSchemaText(sections)],
      [LANGUAGE_SCHEMA_FILE, languageSchemaText()],
    ] as const
    for (const [name, text] of schemas) {
      const file = join(folder, name)
      if (existsSync(file) && readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
    }
  }
  const updateSoon = () => {
    clearTimeout(timer)
    // The page reports a schema with a mistake.
    timer = setTimeout(() => void update().catch(() => {}), FORGOTTEN_MS)
  }
  server.httpServer?.once('listening', updateSoon)
  server.watcher.on('change', (name) => {
    if (/\.[jt]s$/.test(name)) updateSoon()
  })
}

/** The schemas of the owner's sections in Node, for what is made of them outside of the pages. */
export function requireSchemas(sections: OwnSection[], root: string): OwnSections {
  // `import` would be Vite's, which has closed when the configuration is read.
  const load = createRequire(join(root, 'package.json'))
  const schemas = sections.map(({ id, schema: name }) => {
    const file = resolve(root, name)
    const fail = (why: string) =>
      new UserError(`rewardCodes({ sections }): ${name}, the schema of ${id}, ${why}.`)
    if (!existsSync(file)) throw fail('does not exist')
    const { schema } = load(file)
    if (!schema) throw fail('exports no `schema`')
    return [id, schema] as const
  })
  return Object.fromEntries(schemas)
}

/** Stops at a misspelt name, which would change nothing, and at a file that does not exist. */
export function assertOverrides({ components, sections }: Overrides, root: string): void {
  const named = Object.entries(components)
  const unknown = named.find(([name]) => !COMPONENTS.some((known) => known === name))
  if (unknown) {
    throw new UserError(
      `rewardCodes({ components }): there is no component ${unknown[0]}. There are ${COMPONENTS.join(', ')}.`,
    )
  }
  const files = [...named, ...sections.map(({ id, component }) => [id, component] as const)]
  for (const [name, file] of files) {
    if (existsSync(resolve(root, file))) continue
    throw new UserError(
      `${file}, the component of ${name} in astro.config, rewardCodes(), does not exist.`,
    )
  }
}
