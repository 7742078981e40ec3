import { ExternalLink } from './ExternalLink.tsx'
import { Icon } from './Icon.tsx'
import styles from './SocialLinks.module.css'

/** Icon links to profiles on other sites. */
export function SocialLinks({ profiles, newTab }: SocialLinksProps) {
  return (
    <ul className={styles.profiles}>
      {profiles.map(({ name, icon, url }) => (
        <li key={url}>
          <ExternalLink href={url} newTab={newTab} className={styles.profile}>
            <Icon name={icon} />
            <span data-visually-hidden="">{name}</span>
          </ExternalLink>
        </li>
      ))}
    </ul>
  )
}

export type SocialLinksProps = {
  profiles: { name: string; icon: string; url: string }[]
  newTab: string
}
