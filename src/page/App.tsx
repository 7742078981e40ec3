import { useEffect, useMemo } from 'react'
import type { Portfolio } from '../content/schema.ts'
import styles from './App.module.css'
import { followAnchors } from './behaviour/scroll.ts'
import { useActiveSection } from './behaviour/use-active-section.ts'
import { listSections } from './page-sections.ts'
import { Header } from './parts/Header.tsx'
import { Profiles } from './parts/Profiles.tsx'
import { ScrollToTop } from './parts/ScrollToTop.tsx'
import { ThemeToggle } from './parts/ThemeToggle.tsx'
import { About } from './sections/About.tsx'
import { Contact } from './sections/Contact.tsx'
import { Hero } from './sections/Hero.tsx'
import { Projects } from './sections/Projects.tsx'
import { Resume } from './sections/Resume.tsx'
import { Services } from './sections/Services.tsx'

const HERO_ID = 'hero'
const MAIN_ID = 'main'
const FOOTER_ID = 'footer'

/** The page from top to bottom: the only file that sees the whole portfolio. */
export function App({ portfolio }: AppProps) {
  const { brand, person, hero, about, services, projects, resume, contact, words } = portfolio
  const sections = useMemo(() => listSections(portfolio), [portfolio])
  const ids = useMemo(() => [HERO_ID, ...sections.map(({ id }) => id)], [sections])
  const active = useActiveSection(ids, FOOTER_ID)
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
        <Hero
          id={HERO_ID}
          hero={hero}
          words={words}
          contactId={contact && 'contact'}
          next={sections[0]}
        />
        {about && (
          <About
            id="about"
            about={about}
            resume={resume && { text: resume.download, file: resume.file }}
          />
        )}
        {services && <Services id="services" services={services} />}
        {projects && <Projects id="portfolio" projects={projects} words={words} />}
        {resume && <Resume id="resume" resume={resume} />}
        {contact && <Contact id="contact" contact={contact} words={words.form} />}
      </main>
      <footer id={FOOTER_ID} className={styles.footer}>
        <p>{portfolio.footer}</p>
        <ScrollToTop href={`#${HERO_ID}`} label={words.top} />
      </footer>
    </>
  )
}

export type AppProps = { portfolio: Portfolio }
