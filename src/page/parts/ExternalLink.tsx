import type { ReactNode } from 'react'

/** A link that opens in a new tab, and says so. */
export function ExternalLink({ href, newTab, className, children }: ExternalLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span data-hidden-text="">{` (${newTab})`}</span>
    </a>
  )
}

export type ExternalLinkProps = {
  href: string
  /** Said after the link's own words. */
  newTab: string
  className?: string | undefined
  children: ReactNode
}
