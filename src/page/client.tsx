import portfolio from 'virtual:portfolio'
import { startTransition, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { keepEqual } from './behaviour/keep-equal.ts'
import { reportFault } from './behaviour/report-fault.ts'
import { Page, type PageProps } from './Page.tsx'
import './styles/all.css'

/** Takes the page over; `onReady` is called once it answers. */
export function hydrate(onReady: () => void): void {
  const element = document.getElementById('root')
  if (!element) throw new Error('The page has no element with the id "root" to take over.')
  // In slices, so that a touch in the middle of it need not wait for its end.
  startTransition(() => {
    hydrateRoot(element, <Hydrated portfolio={portfolio} onReady={onReady} />, {
      onRecoverableError: reportFault,
      ...(import.meta.env.DEV && { onCaughtError: reportFault }),
    })
  })
}

function Hydrated({ portfolio: first, onReady }: PageProps & { onReady: () => void }) {
  const [portfolio, setPortfolio] = useState(first)
  useEffect(onReady, [onReady])
  useEffect(() => {
    if (!import.meta.env.DEV) return
    // The development server loads a page anew where nobody prevents it: so this one until now.
    addEventListener('content', (event) => {
      event.preventDefault()
      setPortfolio((shown) => keepEqual(shown, event.detail))
    })
  }, [])
  return <Page portfolio={portfolio} />
}
