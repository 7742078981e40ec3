import type { ReactNode } from 'react'

/** The id of the sentence that says so (routes/Document.astro). */
export const NEW_TAB_ID = 'new-tab'

/** What a link has that opens in a new tab. */
export const IN_NEW_TAB = {
  target: '_blank',
  rel: 'noopener noreferrer',
  'aria-describedby': NEW_TAB_ID,
} as const

/**
 * A link that opens in a new tab and announces it, except for mailto:, tel: and pages of this site. Without `href`, renders only
 * its children.
 */
export function ExternalLink({ href, className, children }: ExternalLinkProps) {
  if (!href) return children
  if (!href.startsWith('http'))
    return (
      <a href={href.startsWith('/') ? siteAddress(href) : href} className={className}>
        {children}
      </a>
    )
  return (
    <a href={href} className={className} {...IN_NEW_TAB}>
      {children}
    </a>
  )
}

/** The address of a page of this site, which may be below a path: /blog/ is /portfolio/blog/ there. */
export function siteAddress(path: string): string {
  return `${import.meta.env.BASE_URL.replace(/\/$/, '')}${path}`
}

type ExternalLinkProps = {
  href: string | undefined
  className?: string | undefined
  children: ReactNode
}
