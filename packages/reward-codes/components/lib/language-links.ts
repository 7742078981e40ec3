/** A link to another language leads to the same section. */
export function linkLanguages(): void {
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]')
    if (link) link.hash = currentSection()?.id ?? ''
  })
}

/** The last section that begins above the middle of the window. Undefined for the first screen. */
function currentSection(): HTMLElement | undefined {
  const [, ...sections] = document.querySelectorAll<HTMLElement>('main > section[id]')
  return sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 2)
}
