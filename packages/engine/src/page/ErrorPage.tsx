import { StatusPage } from './StatusPage.tsx'
import { STATIC } from './static.ts'

/** Shown instead of the page after an uncaught render error. Links to the page without scripts. */
export function ErrorPage({ title, text, link }: ErrorPageProps) {
  return (
    <div role="alert">
      <StatusPage title={title} text={text} href={STATIC} link={link} />
    </div>
  )
}

type ErrorPageProps = { title: string; text: string; link: string }
