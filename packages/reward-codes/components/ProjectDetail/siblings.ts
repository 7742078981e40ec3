import type { PageContent, PageProject } from '../../content/portfolio.ts'

/** The place of a project among those that have details, and the ones before and after it, in a circle. */
export type Siblings = { position: string; previous: Sibling; next: Sibling }
type Sibling = { href: string; title: string }

/** The projects that have details, each with its place among them. */
export function withSiblings(cards: PageProject[], { slidePosition }: PageContent['strings']) {
  const detailed = cards.filter(({ anchor }) => anchor)
  const linkTo = (index: number): Sibling => {
    const { anchor, title = '' } = detailed.at(index % detailed.length) ?? {}
    return { href: `#${anchor}`, title }
  }
  return detailed.map((project, index) => {
    const position = slidePosition
      .replace('{first}', String(index + 1))
      .replace('{count}', String(detailed.length))
    const siblings = { position, previous: linkTo(index - 1), next: linkTo(index + 1) }
    return { project, siblings: detailed.length > 1 ? siblings : undefined }
  })
}
