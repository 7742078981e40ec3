import { ButtonLink } from '../Button/Button.tsx'
import { Icon } from '../Icon/Icon.tsx'
import styles from './Downloads.module.css'

/** The file of the vCard, in the folder of the page. */
const VCARD = 'contact.vcf'

/** The link that downloads the resume. */
export function ResumeDownload({ label, fileName }: ResumeDownloadProps) {
  return (
    <ButtonLink href={encodeURI(fileName)} download={fileName} variant="secondary" data-no-print="">
      <Icon name="download" />
      {label}
    </ButtonLink>
  )
}

/** Quiet links to the resume in other formats. */
export function FurtherDownloads({ label, files }: FurtherDownloadsProps) {
  if (files.length === 0) return undefined
  return (
    <p className={styles.formats} data-no-print="">
      {files.map(({ name, format }) => (
        <a key={name} href={encodeURI(name)} download={name}>
          <span data-visually-hidden="">{`${label}, `}</span>
          {format.toUpperCase()}
        </a>
      ))}
    </p>
  )
}

/** The link that downloads the vCard of the owner. */
export function VcardLink({ label, home }: { label: string; home?: string }) {
  return (
    <a href={`${home || './'}${VCARD}`} download className={styles.card} data-no-print="">
      <Icon name="download" />
      {label}
    </a>
  )
}

type FurtherDownloadsProps = { label: string; files: { name: string; format: string }[] }

export type ResumeDownloadProps = {
  label: string
  /** The name of the file, which is beside the page. */
  fileName: string
}
