import type { ReactNode } from 'react'

/**
 * A link that opens in a new tab and announces it, except for mailto:, tel: and pages of this site. Without `href`, renders only
 * its children.
 */
export function ExternalLink({ href, newTab, className, children }: ExternalLinkProps) {
  if (!href) return children
  if (!href.startsWith('http'))
    return (
      <a href={href.startsWith('/') ? siteAddress(href) : href} className={className}>
        {children}
      </a>
    )
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span data-visually-hidden="">{` (${newTab})`}</span>
    </a>
  )
}

/** The address of a page of this site, which may be below a path: /blog/ is /portfolio/blog/ there. */
export function siteAddress(path: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, '')}${path}`
}

type ExternalLinkProps = {
  href: string | undefined
  /** Announced after the link text. */
  newTab: string
  className?: string | undefined
  children: ReactNode
}
