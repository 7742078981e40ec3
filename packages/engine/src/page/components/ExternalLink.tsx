import type { ReactNode } from 'react'

/** A link that opens in a new tab, and says so; without an address just its words. */
export function ExternalLink({ href, newTab, className, children }: ExternalLinkProps) {
  if (!href) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span data-hidden-text="">{` (${newTab})`}</span>
    </a>
  )
}

export type ExternalLinkProps = {
  href: string | undefined
  /** Said after the link's own words. */
  newTab: string
  className?: string | undefined
  children: ReactNode
}
