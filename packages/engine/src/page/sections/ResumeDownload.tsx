import { ButtonLink } from '../components/ButtonLink.tsx'
import { Icon } from '../components/Icon.tsx'

/** The link that downloads the resume. */
export function ResumeDownload({ label, fileName }: ResumeDownloadProps) {
  return (
    <ButtonLink href={fileName} download={fileName} variant="secondary" data-no-print="">
      <Icon name="download" />
      {label}
    </ButtonLink>
  )
}

export type ResumeDownloadProps = {
  label: string
  /** The URL relative to the page, and the name of the downloaded file. */
  fileName: string
}
