import type { ReactNode } from 'react'
import type { ImageSources } from '../../content/schema/assets.ts'
import { Picture } from '../Picture/Picture.tsx'
import styles from './Header.module.css'

/** The fixed header: brand, menu and tools. The menu collapses if its labels do not fit. */
export default function Header({ brand, controls }: HeaderProps) {
  return (
    <header className={styles.header} data-no-print="">
      <div className={styles.inner}>
        <a href={brand.href} className={styles.brand}>
          <Picture picture={brand.image} alt="" priority="low" />
          <span>{brand.text}</span>
        </a>
        {controls}
      </div>
    </header>
  )
}

type HeaderProps = {
  brand: { href: string; text: string; image: ImageSources }
  /** An island: the menu and the theme. */
  controls?: ReactNode
}
