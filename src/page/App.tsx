import { type ReactNode, useEffect, useMemo } from 'react'
import type { PlacedPortfolio } from '../content/placed.ts'
import styles from './App.module.css'
import { followAnchors } from './behaviour/scroll.ts'
import { useActiveSection } from './behaviour/use-active-section.ts'
import { listSections } from './page-sections.ts'
import { Header } from './parts/Header.tsx'
import { Profiles } from './parts/Profiles.tsx'
import { ScrollToTop } from './parts/ScrollToTop.tsx'
import { ThemeToggle } from './parts/ThemeToggle.tsx'
import { StillSection } from './StillSection.tsx'
import { Contact } from './sections/Contact.tsx'
import { Hero } from './sections/Hero.tsx'
import { Projects } from './sections/Projects.tsx'
import { SaveContact } from './sections/SaveContact.tsx'

const HERO_ID = 'hero'
const MAIN_ID = 'main'
const FOOTER_ID = 'footer'

/** The page from top to bottom: the only file that sees the whole portfolio. */
export function App({ portfolio }: AppProps) {
  const { brand, person, hero, words } = portfolio
  const sections = useMemo(() => listSections(portfolio), [portfolio])
  const ids = useMemo(() => [HERO_ID, ...sections.map(({ id }) => id)], [sections])
  const active = useActiveSection(ids, FOOTER_ID)
  const contact = sections.find(({ key }) => key === 'contact')
  useEffect(followAnchors, [])

  return (
    <>
      <a href={`#${MAIN_ID}`} className={styles.skip}>
        {words.skip}
      </a>
      <Header
        brand={{ href: `#${HERO_ID}`, ...brand }}
        menuLabel={words.navigation}
        openLabel={words.openMenu}
        links={sections.map(({ id, name }) => ({
          href: `#${id}`,
          text: name,
          isCurrent: id === active,
        }))}
        profiles={<Profiles profiles={person.profiles} newTab={words.newTab} />}
        tools={<ThemeToggle label={words.theme} toLight={words.light} toDark={words.dark} />}
      />
      <main id={MAIN_ID} tabIndex={-1}>
        <Hero id={HERO_ID} hero={hero} words={words} contactId={contact?.id} next={sections[0]} />
        {sections.map(({ key, id }, place) => (
          <div key={key} data-below={place > 0 ? '' : undefined}>
            {renderSection(portfolio, key, id)}
          </div>
        ))}
      </main>
      <footer id={FOOTER_ID} className={styles.footer}>
        <p>{portfolio.footer}</p>
        {!contact && <SaveContact label={words.saveContact} />}
        <ScrollToTop href={`#${HERO_ID}`} label={words.top} />
      </footer>
    </>
  )
}

function renderSection(portfolio: PlacedPortfolio, key: string, id: string): ReactNode {
  const { projects, contact, words } = portfolio
  if (key === 'projects' && projects) {
    const isFirst = portfolio.order[0]?.name === key
    return <Projects id={id} projects={projects} words={words} isFirst={isFirst} />
  }
  if (key === 'contact' && contact)
    return <Contact id={id} contact={contact} words={words.form} saveContact={words.saveContact} />
  return <StillSection portfolio={portfolio} name={key} id={id} />
}

export type AppProps = { portfolio: PlacedPortfolio }
