declare module 'virtual:reward-codes/content' {
  import type { Portfolio, PortfolioWith } from './content/schema.ts'
  import type { ContentImage } from './images/image-slots.ts'

  const content: PortfolioWith<ContentImage>
  export default content
  /** The content with the characters that the owner wrote, for other programs. */
  export const written: Portfolio
  /** Whether there is a social card. */
  export const hasCard: boolean
  /** The folder of the content. */
  export const folder: string
  /** The file of the brand image, unless it is on another host. */
  export const brandFile: string | undefined
}

declare module 'virtual:reward-codes/styles'

declare module 'virtual:reward-codes/form-strings' {
  import type { FormStrings } from './content/schema.ts'

  const strings: FormStrings
  export default strings
}

declare module 'virtual:reward-codes/sections' {
  import type { ComponentType } from 'react'
  import type { SectionProps } from './schema.ts'

  /** The components of the owner's sections by id. */
  const sections: Record<string, ComponentType<SectionProps>>
  export default sections
}
