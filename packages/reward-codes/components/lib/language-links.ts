/** The anchor of a link to another language: sections have the same order there, and may have other names. */
const NUMBER = /^#~(\d+)$/

/** A link to another language leads to the same section. */
export function linkLanguages(): void {
  const [, number] = NUMBER.exec(location.hash) ?? []
  const section = sections()[Number(number)]
  if (section) location.replace(`#${section.id}`)
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]')
    if (!link) return
    const index = currentSection()
    link.hash = index > 0 ? `~${index}` : ''
  })
}

function sections(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main > section[id]')]
}

/** The last section that begins above the middle of the window. */
function currentSection(): number {
  return sections().findLastIndex(
    (section) => section.getBoundingClientRect().top < innerHeight / 2,
  )
}
