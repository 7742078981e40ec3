import { useMemo, useRef, useState } from 'react'
import { IconButton } from '../Button/Button.tsx'
import { ExternalLink, IN_NEW_TAB } from '../ExternalLink/ExternalLink.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { isPopoverOpen } from '../lib/feature-detection.ts'
import { useSafeEffect } from '../lib/use-safe-effect.ts'
import styles from './Navigation.module.css'
import { useActiveSection } from './use-active-section.ts'

const MENU_ID = 'menu'

/** The menu with the link of the current section highlighted. */
export function Navigation(props: NavigationProps) {
  const { label, openLabel, links, pages = [], languages = [] } = props
  const { home, topId, endId, profiles } = props
  const menu = useRef<HTMLElement>(null)
  const [isOpen, setIsOpen] = useState<boolean>()
  const ids = useMemo(
    () => (home ? [] : [topId, ...links.map(({ id }) => id)]),
    [home, topId, links],
  )
  const activeId = useActiveSection(ids, endId)
  // The browser may have opened the menu before hydration.
  useSafeEffect(() => setIsOpen(isPopoverOpen(menu.current)), [])
  return (
    <>
      <div className={styles.toggle}>
        <IconButton
          icon="menu"
          label={openLabel}
          popoverTarget={MENU_ID}
          // Without scripts, an open menu may be hidden (Navigation.module.css). boot.ts closes it.
          popoverTargetAction="show"
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
        >
          <Icon name="lucide:x" />
        </IconButton>
      </div>
      <nav
        ref={menu}
        id={MENU_ID}
        popover="auto"
        aria-label={label}
        className={styles.menu}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        <div className={styles.panel}>
          <ul className={styles.links}>
            {links.map(({ id, text }) => (
              <li key={id}>
                <a
                  href={`${home}#${id}`}
                  className={styles.link}
                  data-text={text}
                  aria-current={id === activeId ? 'true' : undefined}
                >
                  {text}
                </a>
              </li>
            ))}
            {pages.map((page) => (
              <PageLink key={page.href} {...page} />
            ))}
          </ul>
          <ul className={styles.profiles}>
            {profiles.map(({ name, icon, url }) => (
              <li key={url}>
                <ExternalLink href={url} className={styles.profile}>
                  <Icon name={icon} />
                  <span data-visually-hidden="">{name}</span>
                </ExternalLink>
              </li>
            ))}
          </ul>
          {languages.length > 0 && (
            <ul className={styles.languages}>
              {languages.map((page) => (
                <PageLink key={page.href} {...page} />
              ))}
            </ul>
          )}
        </div>
      </nav>
    </>
  )
}

function PageLink({ text, href, isCurrent, language }: MenuPage) {
  return (
    <li>
      <a
        href={href}
        className={styles.link}
        data-text={text}
        aria-current={isCurrent ? 'page' : undefined}
        lang={language}
        hrefLang={language}
        {...(href.startsWith('http') && IN_NEW_TAB)}
      >
        {text}
      </a>
    </li>
  )
}

type MenuPage = { text: string; href: string; isCurrent?: boolean; language?: string }

export type NavigationProps = {
  label: string
  openLabel: string
  /** A link for each section of the page. */
  links: { id: string; text: string }[]
  /** Links to pages of the owner and to other sites. One may be this page. */
  pages?: MenuPage[]
  /** Links to this page in other languages. */
  languages?: MenuPage[]
  /** The address of the page with the sections; empty on that page. */
  home: string
  /** The ids of the first screen, above the sections, and of the footer, below them. */
  topId: string
  endId: string
  /** Icon links to profiles on other sites. */
  profiles: { name: string; icon: string; url: string }[]
}
