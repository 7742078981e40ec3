import type { ReactNode } from 'react'
import { LOGO } from '../image-slots.ts'
import styles from './Header.module.css'
import { type ImageSources, Picture } from './Picture.tsx'

/** The fixed header: brand, menu and tools. The menu collapses if its labels do not fit. */
export default function Header({ brand, scrollToTop, navigation }: HeaderProps) {
  return (
    <header className={styles.header} data-no-print="">
      <div className={styles.inner}>
        <a href={brand.href} className={styles.brand}>
          {brand.image && <Picture picture={brand.image} alt="" sizes={LOGO.sizes} priority />}
          <span>{brand.text}</span>
        </a>
        {scrollToTop}
        {navigation}
      </div>
    </header>
  )
}

type HeaderProps = {
  brand: { href: string; text: string; image?: ImageSources | undefined }
  scrollToTop?: ReactNode
  navigation: ReactNode
}
