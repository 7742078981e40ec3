import ownSections from 'virtual:own-sections'
import type { ComponentType, ReactNode } from 'react'
import type { PageContent } from '../content/schema.ts'
import styles from './App.module.css'
import { Claim } from './components/Claim.tsx'
import Header from './components/Header.tsx'
import Contact from './contact/Contact.tsx'
import { FOOTER_ID, HERO_ID, islandProps } from './island-props.ts'
import { ISLANDS, type IslandName } from './islands.ts'
import About from './sections/About.tsx'
import CustomSection from './sections/CustomSection.tsx'
import Footer from './sections/Footer.tsx'
import Hero from './sections/Hero.tsx'
import HeroWork from './sections/HeroWork.tsx'
import Projects from './sections/Projects.tsx'
import Resume from './sections/Resume.tsx'
import Services from './sections/Services.tsx'
import Testimonials from './sections/Testimonials.tsx'

const MAIN_ID = 'main'

/** The page layout, and the only component that reads the whole content. The server renders it. */
export function App({ content, sectionStyles }: AppProps) {
  const { brand, person, hero, strings, sectionOrder } = content
  const contact = sectionOrder.find(({ name }) => name === 'contact')
  const work = sectionOrder.find(({ name }) => name === 'projects')
  const [first] = sectionOrder

  const props = islandProps(content)
  // The container of an island in the static markup. The client hydrates its children.
  const island = (name: IslandName) => {
    const Component = ISLANDS[name].Component as ComponentType<object>
    return (
      <div data-island={name}>
        <Component {...props[name]} />
      </div>
    )
  }
  return (
    <>
      {/* The skip link (WCAG 2.4.1). */}
      <a href={`#${MAIN_ID}`} className={styles.skip}>
        {strings.skip}
      </a>
      <Header
        brand={{ href: `#${HERO_ID}`, ...brand }}
        scrollToTop={island('scrollToTop')}
        navigation={island('navigation')}
      />
      <main id={MAIN_ID} tabIndex={-1}>
        <Hero
          id={HERO_ID}
          name={person.name}
          headline={person.headline}
          hero={hero}
          heading={
            hero.claim ? (
              <Claim greeting={hero.greeting} claim={hero.claim} />
            ) : (
              island('typewriter')
            )
          }
          strings={strings}
          contactId={contact?.anchor}
          next={first && { id: first.anchor, name: first.menuLabel }}
          portrait={hero.visual === 'portrait' ? person.portrait : undefined}
          work={
            work &&
            content.projects &&
            hero.visual === 'index' && (
              <HeroWork
                label={strings.index}
                projects={content.projects.cards}
                sectionId={work.anchor}
              />
            )
          }
        />
        {sectionStyles && <link rel="stylesheet" href={sectionStyles} />}
        {sectionOrder.map(({ name, anchor }, index) => (
          <div key={name} data-below-fold={index > 0 ? '' : undefined}>
            {renderSection(content, island, name, anchor)}
          </div>
        ))}
      </main>
      <Footer id={FOOTER_ID} content={content} />
    </>
  )
}

function renderSection(
  content: PageContent,
  island: (name: IslandName) => ReactNode,
  key: string,
  id: string,
): ReactNode {
  const { about, services, projects, testimonials, resume, contact, strings } = content
  const custom = content.customSections.find((section) => section.id === key)
  const Own = ownSections[key]
  if (custom?.own && Own) {
    return <Own id={id} heading={custom.heading} content={custom.own} newTab={strings.newTab} />
  }
  if (custom) return <CustomSection section={custom} newTab={strings.newTab} />
  if (key === 'about' && about) {
    const { downloadLabel: label = '', fileName } = resume ?? {}
    const download = fileName ? { label, fileName } : undefined
    return <About id={id} about={about} resume={download} newTab={strings.newTab} />
  }
  if (key === 'services' && services)
    return <Services id={id} services={services} newTab={strings.newTab} />
  if (key === 'projects' && projects) {
    const isFirst = content.sectionOrder[0]?.name === key
    return (
      <Projects
        id={id}
        projects={projects}
        strings={strings}
        controls={island('carousel')}
        isFirst={isFirst}
      />
    )
  }
  if (key === 'testimonials' && testimonials) {
    return <Testimonials id={id} testimonials={testimonials} newTab={strings.newTab} />
  }
  if (key === 'resume' && resume) {
    const { language } = content.site
    return <Resume id={id} resume={resume} newTab={strings.newTab} language={language} />
  }
  if (key === 'contact' && contact) {
    return (
      <Contact
        id={id}
        contact={contact}
        strings={strings.form}
        form={island('contactForm')}
        saveContact={strings.saveContact}
        newTab={strings.newTab}
      />
    )
  }
  return null
}

type AppProps = {
  content: PageContent
  /** The URL of the styles of the sections. The page above it is painted before it has loaded. */
  sectionStyles: string | undefined
}
