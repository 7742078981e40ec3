import type { PortfolioWith } from './schema.ts'

/** An image and the sources from which the page loads it. */
export type ImageSources = {
  src: string
  width: number
  height: number
  /** The image in other widths. */
  srcset?: string
  /** The image in formats that need fewer bytes, the best first. */
  sources?: { type: string; srcset: string }[]
  /** Placeholder colour until the image has loaded: six hexadecimal digits. */
  averageColor?: string
}

/** The content as the page renders it. */
export type PageContent = PortfolioWith<ImageSources>

/** What the contact form needs of the contact section. */
export type FormContact = Pick<NonNullable<PageContent['contact']>, 'email' | 'subjects' | 'form'>

export type PageProject = NonNullable<PageContent['projects']>['cards'][number]
