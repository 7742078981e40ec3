declare module 'virtual:reward-codes/settings' {
  const settings: {
    /** The folder of the content. */
    content: string
    /** The folder in which files are stored for the next build. */
    cache: string
    /** The address of the styles below the first screen, unless they are with the others. */
    lateStyles?: string
  }
  export default settings
}

declare module 'virtual:reward-codes/schemas' {
  import type { OwnSections } from './content/schema/sections.ts'

  /** The schemas of the owner's sections by id. */
  const schemas: OwnSections
  export default schemas
}

declare module 'virtual:reward-codes/images' {
  import type { ImageMetadata } from 'astro'

  /** The images of the content by file, as Astro imports them. */
  const images: Record<string, () => Promise<{ default: ImageMetadata }>>
  export default images
}

declare module 'virtual:reward-codes/stories' {
  import type { MarkdownInstance } from 'astro'

  /** The longer stories by file name, such as boat-hire.md. */
  const stories: Record<string, () => Promise<MarkdownInstance<Record<string, unknown>>>>
  export default stories
}

declare module 'virtual:reward-codes/styles'

declare module 'virtual:reward-codes/form-strings' {
  import type { FormStrings } from './content/portfolio.ts'

  /** The texts of the form by language: `main`, or such as pl. */
  const strings: Record<string, FormStrings>
  export default strings
}

declare module 'virtual:reward-codes/sections' {
  import type { ComponentType } from 'react'
  import type { SectionProps } from './schema.ts'

  /** The components of the owner's sections by id. */
  const sections: Record<string, ComponentType<SectionProps>>
  export default sections
}
