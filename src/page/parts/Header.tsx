import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { IS_DRAWN, useStill } from '../behaviour/use-still.ts'
import { BRAND } from '../picture-slots.ts'
import styles from './Header.module.css'
import { IconButton } from './IconButton.tsx'
import { Picture, type PictureFiles } from './Picture.tsx'

const MENU_ID = 'menu'

/** The fixed header: brand, menu and tools; the menu folds away where its words do not fit. */
export function Header({ brand, menuLabel, openLabel, links, profiles, tools }: HeaderProps) {
  const menu = useRef<HTMLElement>(null)
  const still = useStill(
    'header brand',
    IS_DRAWN && (
      <>
        <Picture picture={brand.image} alt="" sizes={BRAND.sizes} isInFirstView />
        <span>{brand.text}</span>
      </>
    ),
  )
  const [isOpen, setIsOpen] = useState<boolean>()
  useCloseOnNewWidth(menu)
  // The browser may have opened the menu before React came.
  useEffect(() => setIsOpen(menu.current?.matches(':popover-open')), [])

  const handleToggle = (event: ToggleEvent) => setIsOpen(event.newState === 'open')
  const close = () => menu.current?.hidePopover()
  // The focus must not go on behind an open menu.
  const closeBehind = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (isOpen && relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  return (
    <header className={styles.header} data-screen-only="">
      <div className={styles.inner}>
        <a href={brand.href} className={styles.brand} {...still} />
        <div className={styles.toggle}>
          <IconButton
            icon="menu"
            label={openLabel}
            popoverTarget={MENU_ID}
            aria-expanded={isOpen}
            aria-controls={MENU_ID}
          />
        </div>
        <nav
          ref={menu}
          id={MENU_ID}
          popover="auto"
          aria-label={menuLabel}
          className={styles.menu}
          onToggle={handleToggle}
          onBlur={closeBehind}
        >
          <ul className={styles.links}>
            {links.map(({ href, text, isCurrent }) => (
              <li key={href}>
                <a
                  href={href}
                  onClick={close}
                  className={styles.link}
                  aria-current={isCurrent ? 'true' : undefined}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
          {profiles}
        </nav>
        <div className={styles.tools}>{tools}</div>
      </div>
    </header>
  )
}

/** An open menu does not survive a turned or resized window, where it may have unfolded. */
function useCloseOnNewWidth(menu: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let width = window.innerWidth
    const close = () => {
      if (window.innerWidth !== width) menu.current?.hidePopover()
      width = window.innerWidth
    }
    window.addEventListener('resize', close)
    return () => window.removeEventListener('resize', close)
  }, [menu])
}

export type HeaderProps = {
  brand: { href: string; text: string; image: PictureFiles }
  menuLabel: string
  openLabel: string
  links: { href: string; text: string; isCurrent: boolean }[]
  profiles: ReactNode
  tools: ReactNode
}
