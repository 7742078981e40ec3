import type { Portfolio, Project } from './schema.ts'

/** A picture as the page shows it. */
export type Picture = {
  src: string
  width: number
  height: number
  /** The same in other widths. */
  srcset?: string
  /** The same in formats that need fewer bytes, the best first. */
  sources?: { type: string; srcset: string }[]
  /** Stands in its place until it has come: six hexadecimal digits. */
  colour?: string
}

export type PlacedProject = Omit<Project, 'imgSrc'> & { imgSrc: Picture }

type Projects = NonNullable<Portfolio['projects']>

/** The portfolio with every picture where visitors get it. */
export type PlacedPortfolio = Omit<Portfolio, 'brand' | 'person' | 'projects'> & {
  /** What the page shows of the person: mail and telephone are for the resume and the card alone. */
  person: Pick<Portfolio['person'], 'name' | 'profiles'>
  brand: Omit<Portfolio['brand'], 'image'> & { image: Picture }
  projects?: Omit<Projects, 'cards'> & { cards: PlacedProject[]; count: number }
}
