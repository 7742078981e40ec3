import portfolio from 'virtual:portfolio'
import { renderToString } from 'react-dom/server'
import { Notice } from './Notice.tsx'
import { Page } from './Page.tsx'

export function renderPage(): string {
  return renderToString(<Page portfolio={portfolio} />)
}

export function renderMissing(): string {
  const { missingTitle, missingText, missingLink } = portfolio.words
  return renderToString(
    <Notice title={missingTitle} text={missingText} href="/" link={missingLink} />,
  )
}
