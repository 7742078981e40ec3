declare module 'virtual:reward-codes/folders' {
  /** Where the content is, and where made files are stored for the next build. */
  const folders: { content: string; cache: string }
  export default folders
}

declare module 'virtual:reward-codes/schemas' {
  import type { OwnSections } from './content/schema/sections.ts'

  /** The schemas of the owner's sections by id. */
  const schemas: OwnSections
  export default schemas
}

declare module 'virtual:reward-codes/images' {
  import type { ImageMetadata } from 'astro'

  /** The image of a file of the content, as Astro imports it. */
  export default function imageOf(name: string): Promise<ImageMetadata> | ImageMetadata
}

declare module 'virtual:reward-codes/stories' {
  import type { MarkdownInstance } from 'astro'

  /** The longer stories by file name, such as boat-hire.md. */
  const stories: Record<string, () => Promise<MarkdownInstance<Record<string, unknown>>>>
  export default stories
}

declare module 'virtual:reward-codes/styles'

declare module 'virtual:reward-codes/late-styles' {
  /** The address of the styles below the first screen, unless they are with the others. */
  const address: string | undefined
  export default address
}

declare module 'virtual:reward-codes/form-strings' {
  import type { FormStrings } from './content/portfolio.ts'

  /** The texts of the form, by default in the main language. */
  export default function read(language?: string): FormStrings | ImportStrings
  export type ImportStrings = () => Promise<{ default: FormStrings }>
}

declare module 'virtual:reward-codes/sections' {
  import type { ComponentType } from 'react'
  import type { SectionProps } from './schema.ts'

  /** The components of the owner's sections by id. */
  const sections: Record<string, ComponentType<SectionProps>>
  export default sections
}
