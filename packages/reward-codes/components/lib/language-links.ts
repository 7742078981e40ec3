import hints from 'virtual:reward-codes/language-hints'
import { attempt } from './feature-detection.ts'
import { storageKey } from './storage-key.ts'

/** The anchor of a link to another language: sections have the same order there, and may have other names. */
const NUMBER = /^#~(\d+)$/
const CHOICE_KEY = 'language'

/** What a page in several languages does: a link to another one leads to the same section, and one may be offered. */
export function linkLanguages(): void {
  const [, number] = NUMBER.exec(location.hash) ?? []
  const section = sections()[Number(number)]
  if (section) location.replace(`#${section.id}`)
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]')
    if (!link) return
    remember()
    const index = currentSection()
    link.hash = index > 0 ? `~${index}` : ''
  })
  offerLanguage()
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

/** Shows a link in the language that the browser prefers. Never again, once the visitor has chosen or closed it. */
function offerLanguage(): void {
  const preferred = preferredLink()
  const hint = preferred && hints[preferred.hreflang]
  if (!hint || attempt(() => localStorage.getItem(storageKey(CHOICE_KEY)))) return
  const offer = document.createElement('aside')
  const link = document.createElement('a')
  const button = document.createElement('button')
  Object.assign(offer, { lang: preferred.hreflang, dir: hint.direction })
  Object.assign(offer.dataset, { offer: '', noPrint: '' })
  Object.assign(link, {
    href: preferred.href,
    hreflang: preferred.hreflang,
    textContent: hint.text,
  })
  Object.assign(button, { type: 'button', textContent: hint.close })
  button.addEventListener('click', () => {
    remember()
    offer.remove()
  })
  offer.append(link, button)
  document.querySelector('header')?.before(offer)
}

function preferredLink(): HTMLAnchorElement | undefined {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a[hreflang]')]
  const own = document.documentElement.lang
  for (const wanted of navigator.languages) {
    const speaks = (tag: string) => tag.split('-', 1)[0] === wanted.split('-', 1)[0]
    const isExact = (tag: string) => tag === wanted
    for (const fits of [isExact, speaks]) {
      if (fits(own)) return undefined
      const link = links.find(({ hreflang }) => fits(hreflang))
      if (link) return link
    }
  }
  return undefined
}

function remember(): void {
  attempt(() => localStorage.setItem(storageKey(CHOICE_KEY), document.documentElement.lang))
}
