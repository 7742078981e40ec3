import { type ReactNode, useLayoutEffect, useState } from 'react'

/** Where still matter is drawn at all: for the server, and while the page is developed. */
export const IS_DRAWN = import.meta.env.SSR || import.meta.env.DEV

// The one empty markup that a page with Trusted Types lets through.
const NOTHING = { __html: globalThis.trustedTypes?.emptyHTML ?? '' }

/**
 * For an element whose matter no script changes: the server draws it, and the browser keeps it as
 * it came, so that neither its content nor its code is needed there. `name` is its own: two words
 * where it is no section, whose names have one.
 */
export function useStill(name: string, matter: ReactNode): StillProps {
  const [drawn] = useState(() => findDrawn(name))
  // An extension that rewrites the page before React comes makes React build it anew, without this.
  useLayoutEffect(() => {
    const element = document.querySelector(selectorOf(name))
    if (element && !element.hasChildNodes()) element.append(...drawn)
  }, [name, drawn])

  if (IS_DRAWN) return { 'data-still': name, children: matter }
  return { 'data-still': name, dangerouslySetInnerHTML: NOTHING, suppressHydrationWarning: true }
}

const selectorOf = (name: string) => `[data-still="${CSS.escape(name)}"]`

function findDrawn(name: string): Node[] {
  if (import.meta.env.SSR) return []
  return [...(document.querySelector(selectorOf(name))?.childNodes ?? [])]
}

type StillProps = {
  'data-still': string
  children?: ReactNode
  dangerouslySetInnerHTML?: { __html: string | TrustedHTML }
  suppressHydrationWarning?: boolean
}
