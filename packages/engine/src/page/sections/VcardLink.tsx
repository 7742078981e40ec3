import { Icon } from '../components/Icon.tsx'
import styles from './VcardLink.module.css'

/** The URL of the vCard, relative to the page. */
const VCARD = './contact.vcf'

/** The link that downloads the vCard of the owner. */
export function VcardLink({ label }: VcardLinkProps) {
  return (
    <a href={VCARD} download className={styles.card} data-no-print="">
      <Icon name="download" />
      {label}
    </a>
  )
}

type VcardLinkProps = { label: string }
