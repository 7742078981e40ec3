import type { ReactNode } from 'react'
import type { ImageSources } from 'reward-codes/internal/content/assets.ts'
import { LOGO } from 'reward-codes/internal/images/image-slots.ts'
import { Picture } from '../Picture/Picture.tsx'
import styles from './Header.module.css'

/** The fixed header: brand, menu and tools. The menu collapses if its labels do not fit. */
export default function Header({ brand, navigation, theme }: HeaderProps) {
  return (
    <header className={styles.header} data-no-print="">
      <div className={styles.inner}>
        <a href={brand.href} className={styles.brand}>
          {brand.image && <Picture picture={brand.image} alt="" sizes={LOGO.sizes} priority />}
          <span>{brand.text}</span>
        </a>
        {navigation}
        {theme && <div className={styles.tools}>{theme}</div>}
      </div>
    </header>
  )
}

type HeaderProps = {
  brand: { href: string; text: string; image?: ImageSources | undefined }
  /** Islands: the menu and the theme. */
  navigation?: ReactNode
  theme?: ReactNode
}
