import portfolio from 'virtual:portfolio'
import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { reportFault } from './behaviour/report-fault.ts'
import { Page } from './Page.tsx'
import './styles/all.css'

/** Takes the page over; `onReady` is called once it answers. */
export function hydrate(onReady: () => void): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root" to take over.')
  // In slices, so that a touch in the middle of it need not wait for its end.
  startTransition(() => {
    hydrateRoot(root, <Hydrated onReady={onReady} />, { onRecoverableError: reportFault })
  })
}

function Hydrated({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady])
  return <Page portfolio={portfolio} />
}
