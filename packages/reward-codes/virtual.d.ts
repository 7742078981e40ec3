declare module 'virtual:reward-codes/site' {
  import type { OwnSections } from './content/schema/own-sections.ts'
  import type { ImageFolders } from './images/drawings.ts'

  export const folders: ImageFolders
  /** The schemas of the owner's sections. */
  export const sections: OwnSections
}

declare module 'virtual:reward-codes/images' {
  import type { ImageMetadata } from 'astro'

  /** The image of a file, as Astro imports it. */
  export default function imageOf(file: string): Promise<ImageMetadata> | ImageMetadata
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

// A component of the owner takes the props of ours.

declare module 'virtual:reward-codes/components/About' {
  export { default } from 'reward-codes/components/About'
}

declare module 'virtual:reward-codes/components/Contact' {
  export { default } from 'reward-codes/components/Contact'
}

declare module 'virtual:reward-codes/components/CustomSection' {
  export { default } from 'reward-codes/components/CustomSection'
}

declare module 'virtual:reward-codes/components/FeaturedPicture' {
  export { default } from 'reward-codes/components/FeaturedPicture'
}

declare module 'virtual:reward-codes/components/Footer' {
  export { default } from 'reward-codes/components/Footer'
}

declare module 'virtual:reward-codes/components/Header' {
  export { default } from 'reward-codes/components/Header'
}

declare module 'virtual:reward-codes/components/Hero' {
  export { default } from 'reward-codes/components/Hero'
}

declare module 'virtual:reward-codes/components/HeroWork' {
  export { default } from 'reward-codes/components/HeroWork'
}

declare module 'virtual:reward-codes/components/Projects' {
  export { default } from 'reward-codes/components/Projects'
}

declare module 'virtual:reward-codes/components/Resume' {
  export { default } from 'reward-codes/components/Resume'
}

declare module 'virtual:reward-codes/components/Services' {
  export { default } from 'reward-codes/components/Services'
}

declare module 'virtual:reward-codes/components/Story' {
  export { default } from 'reward-codes/components/Story'
}

declare module 'virtual:reward-codes/components/Testimonials' {
  export { default } from 'reward-codes/components/Testimonials'
}
