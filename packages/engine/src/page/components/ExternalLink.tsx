import type { ReactNode } from 'react'

/** A link that opens in a new tab and announces it. Without `href`, renders only its children. */
export function ExternalLink({ href, newTab, className, children }: ExternalLinkProps) {
  if (!href) return children
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span data-visually-hidden="">{` (${newTab})`}</span>
    </a>
  )
}

type ExternalLinkProps = {
  href: string | undefined
  /** Announced after the link text. */
  newTab: string
  className?: string | undefined
  children: ReactNode
}
