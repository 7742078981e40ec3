import { ExternalLink } from './ExternalLink.tsx'
import { Icon } from './Icon.tsx'
import styles from './Profiles.module.css'

/** Icon links to profiles elsewhere. */
export function Profiles({ profiles, newTab }: ProfilesProps) {
  return (
    <ul className={styles.profiles}>
      {profiles.map(({ name, icon, url }) => (
        <li key={url}>
          <ExternalLink href={url} newTab={newTab} className={styles.profile}>
            <Icon name={icon} />
            <span data-hidden-text="">{name}</span>
          </ExternalLink>
        </li>
      ))}
    </ul>
  )
}

export type ProfilesProps = {
  profiles: { name: string; icon: string; url: string }[]
  newTab: string
}
