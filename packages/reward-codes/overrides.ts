import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { OwnSections } from './content/schema/sections.ts'
import { PACKAGE_FOLDER } from './folders.ts'
import { UserError } from './user-error.ts'
import type { VitePlugin } from './vite.ts'

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

type ComponentName = (typeof COMPONENTS)[number]

/** A section of the owner in `customSections` of the content: its fields, and what shows them. */
export type OwnSection = {
  /** The id of its entry. */
  id: string
  /** A file that exports the schema of its fields as `schema`. The build and the page import it. */
  schema: string
  /** A React component that is rendered on the server, or an Astro component that may hold islands. */
  component: string
}

export type Components = Partial<Record<ComponentName, string>>

/** Resolves what the routes import from this package to the owner's components. These may import ours. */
export function overridesPlugin(components: Components, root: string): VitePlugin {
  const known: readonly string[] = COMPONENTS
  const unknown = Object.keys(components).find((name) => !known.includes(name))
  // A misspelt name would change nothing.
  if (unknown !== undefined) {
    throw new UserError(
      `rewardCodes({ components }): there is no component ${unknown}. There are ${known.join(', ')}.`,
    )
  }
  const routes = join(PACKAGE_FOLDER, 'routes').replaceAll('\\', '/')
  return {
    name: 'reward-codes:overrides',
    enforce: 'pre',
    resolveId(id, importer) {
      const name = id.slice(COMPONENT.length) as ComponentName
      if (!id.startsWith(COMPONENT) || !importer?.startsWith(routes)) return undefined
      return resolve(
        root,
        components[name] ?? join(PACKAGE_FOLDER, `components/${name}/${name}.tsx`),
      )
    },
  }
}

const COMPONENT = 'reward-codes/components/'

/** The modules of the owner's sections: what shows their fields, and the schemas that the content is loaded with. */
export function sectionModules(sections: OwnSection[], root: string) {
  const moduleOf = (file: 'component' | 'schema', imported: string) => {
    const imports = sections.map(
      (section, index) =>
        `import { ${imported} as section${index} } from ${JSON.stringify(resolve(root, section[file]))}`,
    )
    const entries = sections.map(({ id }, index) => `${JSON.stringify(id)}: section${index}`)
    return [...imports, `export default { ${entries} }`].join('\n')
  }
  return { sections: moduleOf('component', 'default'), schemas: moduleOf('schema', 'schema') }
}

/** The schemas of the owner's sections in Node, for what is made of them outside of the pages. */
export function requireSchemas(sections: OwnSection[], root: string): OwnSections {
  // `import` would be Vite's, which has closed when the configuration is read.
  const load = createRequire(join(root, 'package.json'))
  const schemas = sections.map(({ id, schema: name }) => {
    const file = resolve(root, name)
    const { schema } = existsSync(file) ? load(file) : {}
    if (!schema) {
      throw new UserError(
        `rewardCodes({ sections }): ${name}, the schema of ${id}, does not exist, or exports no \`schema\`.`,
      )
    }
    return [id, schema] as const
  })
  return Object.fromEntries(schemas)
}

/** The module of the schemas that Node has: its checks and the pages then read the content once. */
export function sharedSchemas(schemas: OwnSections): string {
  Object.assign(globalThis, { [Symbol.for('reward-codes.schemas')]: schemas })
  return "export default globalThis[Symbol.for('reward-codes.schemas')]"
}
