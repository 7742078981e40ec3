import type { PlacedPortfolio } from '../content/placed.ts'
import { App } from './App.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Notice } from './Notice.tsx'

/** The one tree that the server renders and the browser takes over. */
export function Page({ portfolio }: PageProps) {
  const { errorTitle, errorText, reload } = portfolio.words
  return (
    <ErrorBoundary
      fallback={
        <div role="alert">
          <Notice title={errorTitle} text={errorText} href="" link={reload} />
        </div>
      }
    >
      <App portfolio={portfolio} />
    </ErrorBoundary>
  )
}

export type PageProps = { portfolio: PlacedPortfolio }
