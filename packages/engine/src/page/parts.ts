/**
 * The parts of the page that an owner can replace, by the name of their component, with their files. `slots`
 * is true for a section: it takes components before it, after it and inside it.
 */
export const PARTS = {
  Header: { file: 'page/components/Header.tsx', slots: false },
  Hero: { file: 'page/sections/Hero.tsx', slots: true },
  HeroWork: { file: 'page/sections/HeroWork.tsx', slots: false },
  About: { file: 'page/sections/About.tsx', slots: true },
  Services: { file: 'page/sections/Services.tsx', slots: true },
  Projects: { file: 'page/sections/Projects.tsx', slots: true },
  ProjectDetail: { file: 'page/sections/ProjectDetail.tsx', slots: false },
  Testimonials: { file: 'page/sections/Testimonials.tsx', slots: true },
  CustomSection: { file: 'page/sections/CustomSection.tsx', slots: true },
  Resume: { file: 'page/sections/Resume.tsx', slots: true },
  Contact: { file: 'page/contact/Contact.tsx', slots: true },
  Footer: { file: 'page/sections/Footer.tsx', slots: true },
} satisfies Record<string, { file: string; slots: boolean }>

export type PartName = keyof typeof PARTS

export const PART_NAMES = Object.keys(PARTS) as PartName[]

/** Where an owner's component goes in a section: before it, after it, or inside it at its end. */
export const SLOTS = ['before', 'after', 'inside'] as const

export type Slot = (typeof SLOTS)[number]
