import portfolio from 'virtual:portfolio'
import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { reportFault } from './behaviour/report-fault.ts'
import { Page, type PageProps } from './Page.tsx'
import './styles/all.css'

/** Takes the page over; `onReady` is called once it answers. */
export function hydrate(onReady: () => void): void {
  const element = document.getElementById('root')
  if (!element) throw new Error('The page has no element with the id "root" to take over.')
  // In slices, so that a touch in the middle of it need not wait for its end.
  startTransition(() => {
    const page = <Hydrated portfolio={portfolio} onReady={onReady} />
    const root = hydrateRoot(element, page, {
      onRecoverableError: reportFault,
      ...(import.meta.env.DEV && { onCaughtError: reportFault }),
    })
    if (!import.meta.env.DEV) return
    addEventListener('content', (event) => {
      event.preventDefault()
      root.render(<Hydrated portfolio={event.detail} onReady={onReady} />)
    })
  })
}

function Hydrated({ portfolio: content, onReady }: PageProps & { onReady: () => void }) {
  useEffect(onReady, [onReady])
  return <Page portfolio={content} />
}
