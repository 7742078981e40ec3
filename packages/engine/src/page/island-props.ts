import type { FormContact, PageContent } from '../content/page-content.ts'
import { getSections } from './sections.ts'

export const HERO_ID = 'hero'
export const FOOTER_ID = 'footer'

export type IslandProps = ReturnType<typeof islandProps>

/** The props of every island: what the client gets of the content. */
export function islandProps(content: PageContent) {
  const { person, hero, projects, contact, words } = content
  const sections = getSections(content)
  return {
    navigation: {
      menuLabel: words.navigation,
      openLabel: words.openMenu,
      links: sections.map(({ id, name }) => ({ id, text: name })),
      topId: HERO_ID,
      endId: FOOTER_ID,
      profiles: person.profiles.map(({ name, icon, url }) => ({ name, icon, url })),
      newTab: words.newTab,
      theme: { label: words.theme, toLight: words.light, toDark: words.dark },
    },
    typewriter: {
      greeting: hero.greeting,
      phrases: hero.phrases,
      pauseLabel: words.pause,
      playLabel: words.play,
    },
    scrollToTop: { href: `#${HERO_ID}`, label: words.top },
    carousel: projects && {
      count: projects.cards.length,
      words: {
        previous: words.previous,
        next: words.next,
        one: words.one,
        several: words.several,
      },
    },
    contactForm: contact && { contact: formSettings(contact), words: words.form },
    errorPage: { title: words.errorTitle, text: words.errorText, link: words.errorLink },
  }
}

function formSettings({ email, subjects, form }: FormContact): FormContact {
  return { email, subjects, form }
}
