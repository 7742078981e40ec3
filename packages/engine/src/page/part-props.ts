import type { ComponentProps } from 'react'
import type { z } from 'zod'
import type { PartName } from './parts.ts'

type Parts = {
  Header: typeof import('./components/Header.tsx').default
  Hero: typeof import('./sections/Hero.tsx').default
  HeroWork: typeof import('./sections/HeroWork.tsx').default
  About: typeof import('./sections/About.tsx').default
  Services: typeof import('./sections/Services.tsx').default
  Projects: typeof import('./sections/Projects.tsx').default
  ProjectDetail: typeof import('./sections/ProjectDetail.tsx').default
  Testimonials: typeof import('./sections/Testimonials.tsx').default
  CustomSection: typeof import('./sections/CustomSection.tsx').default
  Resume: typeof import('./sections/Resume.tsx').default
  Contact: typeof import('./contact/Contact.tsx').default
  Footer: typeof import('./sections/Footer.tsx').default
}

/** The props of a part, such as `PartProps<'About'>`. Components before, after and inside it get the same. */
export type PartProps<Name extends PartName> = ComponentProps<Parts[Name]>

/** The props of an own section whose fields have this schema. */
export type SectionProps<Schema extends z.ZodType = z.ZodType> = {
  id: string
  heading: string
  /** The fields of its schema, as in the content. */
  content: z.output<Schema>
  /** The text that says that a link opens in a new tab. */
  newTab: string
}
