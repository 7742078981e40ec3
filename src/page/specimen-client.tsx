import portfolio from 'virtual:portfolio'
import { createRoot } from 'react-dom/client'
import { Specimen } from './Specimen.tsx'
import './styles/all.css'

/** Draws the specimen page, which exists in development only. */
export function hydrate(onReady: () => void): void {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Specimen portfolio={portfolio} />)
  onReady()
}
