import type { PageContent, PageProject } from 'reward-codes/internal/content/schema.ts'

/** The projects that have details, each with links to the details before and after it. */
export function withSiblings(cards: PageProject[], strings: PageContent['strings']) {
  const detailed = cards.filter(({ anchor }) => anchor)
  return detailed.map((project, index) => {
    const previous = detailed.at(index - 1)
    const next = detailed[(index + 1) % detailed.length]
    const siblings = [
      { href: `#${previous?.anchor}`, icon: 'arrow-left', label: strings.previous },
      { href: `#${next?.anchor}`, icon: 'arrow-right', label: strings.next },
    ]
    return { project, siblings: detailed.length > 1 ? siblings : [] }
  })
}
