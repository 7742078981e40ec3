import content from 'virtual:page-content'
import { renderToString } from 'react-dom/server'
import { App } from './App.tsx'
import { LegalPage } from './LegalPage.tsx'
import type { LegalPageName } from './legal-pages.ts'
import { StatusPage } from './StatusPage.tsx'
import './styles/all.css'
import './styles/print.css'

/** `sectionStyles` is the URL of the styles below the first screen, if they are a file. */
export function renderPage(sectionStyles?: string): string {
  return renderToString(<App content={content} sectionStyles={sectionStyles} />)
}

/** The imprint or the privacy notice. */
export function renderLegal(
  kind: LegalPageName,
  imageHosts: string[],
  sectionStyles?: string,
): string {
  return renderToString(<LegalPage {...{ kind, content, imageHosts, sectionStyles }} />)
}

/** The 404 page. `home` is the URL of the home page: hosts serve the 404 page at any depth. */
export function renderNotFound(home: string): string {
  const { missingTitle, missingText, missingLink } = content.strings
  return renderToString(
    <StatusPage title={missingTitle} text={missingText} href={home} link={missingLink} />,
  )
}
