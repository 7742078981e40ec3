import { ButtonLink } from '../components/ButtonLink.tsx'
import { Icon } from '../components/Icon.tsx'

/** The link that downloads the resume. */
export function ResumeDownload({ text, file }: ResumeDownloadProps) {
  return (
    <ButtonLink href={file} download={file} variant="secondary" data-no-print="">
      <Icon name="download" />
      {text}
    </ButtonLink>
  )
}

export type ResumeDownloadProps = {
  text: string
  /** The URL relative to the page, and the name of the downloaded file. */
  file: string
}
