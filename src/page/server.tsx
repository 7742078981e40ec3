import portfolio from 'virtual:portfolio'
import { renderToString } from 'react-dom/server'
import { Notice } from './Notice.tsx'
import { Page } from './Page.tsx'

export function renderPage(): string {
  return renderToString(<Page portfolio={portfolio} />)
}

/** The page for unknown addresses; the way home is told, because it may stand at any depth. */
export function renderMissing(home: string): string {
  const { missingTitle, missingText, missingLink } = portfolio.words
  return renderToString(
    <Notice title={missingTitle} text={missingText} href={home} link={missingLink} />,
  )
}
