/** The built-in sections, in their default order. */
export const BUILT_IN = [
  'about',
  'services',
  'projects',
  'testimonials',
  'resume',
  'contact',
] as const

/** The anchor (element id) of a section: its name, in every language. That of the projects is what their heading says. */
export function anchorOf(name: string): string {
  return name === 'projects' ? 'portfolio' : name
}
