import { ButtonLink } from '../parts/ButtonLink.tsx'
import { Icon } from '../parts/Icon.tsx'

/** The button that saves the resume under its own name. */
export function ResumeLink({ text, file }: ResumeLinkProps) {
  return (
    <ButtonLink href={file} download={file} look="plain" data-screen-only="">
      <Icon name="download" />
      {text}
    </ButtonLink>
  )
}

export type ResumeLinkProps = {
  text: string
  /** The name of the file, beside the page and on the visitor's disk. */
  file: string
}
