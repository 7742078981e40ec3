import { Icon } from '../parts/Icon.tsx'
import styles from './SaveContact.module.css'

/** The contact card, beside the page. */
const VCARD = './contact.vcf'

/** The link that saves the owner's contact card. */
export function SaveContact({ label }: SaveContactProps) {
  return (
    <a href={VCARD} download className={styles.card} data-screen-only="">
      <Icon name="download" />
      {label}
    </a>
  )
}

export type SaveContactProps = { label: string }
