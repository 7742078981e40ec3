/** The built-in sections, in their default order. */
export const BUILT_IN = [
  'about',
  'services',
  'projects',
  'testimonials',
  'resume',
  'contact',
] as const

/** The anchor (element id) of a section. For projects, it is their default menu label. */
export function anchorOf(section: string): string {
  return section === 'projects' ? 'portfolio' : section
}
