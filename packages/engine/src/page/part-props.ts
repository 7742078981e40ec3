import type { ComponentProps } from 'react'
import type { z } from 'zod'
import type { Header } from './components/Header.tsx'
import type { Contact } from './contact/Contact.tsx'
import type { PartName } from './parts.ts'
import type { About } from './sections/About.tsx'
import type { CustomSection } from './sections/CustomSection.tsx'
import type { Footer } from './sections/Footer.tsx'
import type { Hero } from './sections/Hero.tsx'
import type { HeroWork } from './sections/HeroWork.tsx'
import type { ProjectDetail } from './sections/ProjectDetail.tsx'
import type { Projects } from './sections/Projects.tsx'
import type { Resume } from './sections/Resume.tsx'
import type { Services } from './sections/Services.tsx'
import type { Testimonials } from './sections/Testimonials.tsx'

type Parts = {
  Header: typeof Header
  Hero: typeof Hero
  HeroWork: typeof HeroWork
  About: typeof About
  Services: typeof Services
  Projects: typeof Projects
  ProjectDetail: typeof ProjectDetail
  Testimonials: typeof Testimonials
  CustomSection: typeof CustomSection
  Resume: typeof Resume
  Contact: typeof Contact
  Footer: typeof Footer
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
