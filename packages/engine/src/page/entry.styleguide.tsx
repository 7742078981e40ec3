import content from 'virtual:page-content'
import { createRoot } from 'react-dom/client'
import { Styleguide } from './Styleguide.tsx'
import './styles/all.css'

/** Renders the styleguide, which exists in development only. */
export function hydrate(): void {
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Styleguide content={content} />)
}
