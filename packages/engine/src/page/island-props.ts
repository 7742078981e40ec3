import type { FormContact, PageContent } from '../content/schema.ts'

export const HERO_ID = 'hero'
export const FOOTER_ID = 'footer'

export type IslandProps = ReturnType<typeof islandProps>

/** The props of every island: what the client gets of the content. */
export function islandProps(content: PageContent) {
  const { person, hero, projects, contact, sectionOrder, strings } = content
  return {
    navigation: {
      label: strings.navigation,
      openLabel: strings.openMenu,
      links: sectionOrder.map(({ anchor, menuLabel }) => ({ id: anchor, text: menuLabel })),
      topId: HERO_ID,
      endId: FOOTER_ID,
      profiles: person.profiles.map(({ name, icon, url }) => ({ name, icon, url })),
      newTab: strings.newTab,
      theme: {
        label: strings.theme,
        system: strings.system,
        light: strings.light,
        dark: strings.dark,
      },
    },
    typewriter: hero.claim
      ? undefined
      : {
          greeting: hero.greeting,
          phrases: hero.phrases,
          pauseLabel: strings.pause,
          playLabel: strings.play,
        },
    scrollToTop: { href: `#${HERO_ID}`, label: strings.backToTop },
    carousel: projects && {
      count: projects.cards.filter(({ featured }) => !featured).length,
      strings: {
        previous: strings.previous,
        next: strings.next,
        slidePosition: strings.slidePosition,
        slideRange: strings.slideRange,
      },
    },
    contactForm: contact && { contact: formSettings(contact), strings: strings.form },
    errorPage: { title: strings.errorTitle, text: strings.errorText, link: strings.errorLink },
  }
}

function formSettings({ email, subjects, form }: FormContact): FormContact {
  return { email, subjects, form }
}
