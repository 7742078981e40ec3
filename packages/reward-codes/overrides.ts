import { join, resolve } from 'node:path'
import type { VitePlugin } from './vite.ts'

/** The components that an owner can replace. */
export const COMPONENTS = [
  'FeaturedPicture',
  'Footer',
  'Header',
  'Hero',
  'HeroWork',
  'ProjectDetail',
  'Projects',
] as const

export type ComponentName = (typeof COMPONENTS)[number]

const PREFIX = 'virtual:reward-codes/components/'

/** Resolves each component to the owner's file, or else to ours. */
export function componentsPlugin(
  own: Partial<Record<ComponentName, string>>,
  root: string,
): VitePlugin {
  return {
    name: 'reward-codes:components',
    resolveId(id) {
      if (!id.startsWith(PREFIX)) return undefined
      const name = id.slice(PREFIX.length) as ComponentName
      const file = own[name]
      return file
        ? resolve(root, file)
        : join(import.meta.dirname, 'components', name, `${name}.tsx`)
    },
  }
}
