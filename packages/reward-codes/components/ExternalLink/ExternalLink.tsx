import type { ReactNode } from 'react'
import { sitePath } from '../lib/site-path.ts'

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
  const address = href.startsWith('/') ? sitePath(href.slice(1)) : href
  return (
    <a href={address} className={className} {...(href.startsWith('http') && IN_NEW_TAB)}>
      {children}
    </a>
  )
}

type ExternalLinkProps = {
  href: string | undefined
  className?: string | undefined
  children: ReactNode
}
