import { join, resolve } from 'node:path'
import type { z } from 'zod'
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
  'ProjectDetail',
  'Projects',
  'Resume',
  'Services',
  'Testimonials',
] as const

export type ComponentName = (typeof COMPONENTS)[number]

/** A section of the owner in `customSections` of the content: its fields, and what shows them. */
export type OwnSection = {
  /** The id of its entry. */
  id: string
  schema: z.ZodObject
  /** A React component that is rendered on the server, or an Astro component that may hold islands. */
  component: string
}

type Overrides = {
  components: Partial<Record<ComponentName, string>>
  sections: OwnSection[]
}

export const COMPONENT = 'virtual:reward-codes/components/'
const SECTIONS = 'virtual:reward-codes/sections'

/** Resolves each component to the owner's file, or else to ours, and provides the owner's sections. */
export function overridesPlugin({ components, sections }: Overrides, root: string): VitePlugin {
  return {
    name: 'reward-codes:overrides',
    resolveId(id) {
      if (id === SECTIONS) return `\0${id}`
      if (!id.startsWith(COMPONENT)) return undefined
      const name = id.slice(COMPONENT.length) as ComponentName
      const own = components[name]
      return own ? resolve(root, own) : join(PACKAGE_FOLDER, `components/${name}/${name}.tsx`)
    },
    load(id) {
      if (id !== `\0${SECTIONS}`) return undefined
      const imports = sections.map(
        ({ component }, index) =>
          `import section${index} from ${JSON.stringify(resolve(root, component))}`,
      )
      const entries = sections.map(({ id }, index) => `${JSON.stringify(id)}: section${index}`)
      return [...imports, `export default { ${entries.join(', ')} }`].join('\n')
    },
  }
}

/** Stops a misspelt name, which would change nothing. */
export function assertNames(components: object): void {
  for (const name of Object.keys(components)) {
    if (COMPONENTS.some((known) => known === name)) continue
    throw new UserError(
      `rewardCodes({ components }): there is no component ${name}. There are ${COMPONENTS.join(', ')}.`,
    )
  }
}
