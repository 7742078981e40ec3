declare module 'virtual:portfolio' {
  import type { PlacedPortfolio } from '../content/placed.ts'

  const portfolio: PlacedPortfolio
  export default portfolio
}

declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

declare module '*.css' {}

declare module '*.css?url' {
  const address: string
  export default address
}

/** What the page asks the bundler about. */
interface ImportMeta {
  readonly env: {
    /** The code runs where the page is rendered, not in a browser. */
    readonly SSR: boolean
    /** The page is being developed. */
    readonly DEV: boolean
  }
  readonly hot?: { send: (event: string, data: unknown) => void }
}

declare module 'altcha/workers/pbkdf2?worker' {
  const AltchaWorker: new () => Worker
  export default AltchaWorker
}

/** Where the browser takes markup only from whom it trusts. */
declare var trustedTypes: { readonly emptyHTML: TrustedHTML } | undefined

interface WindowEventMap {
  /** The content has changed, which only happens while the page is developed. */
  content: CustomEvent<import('../content/placed.ts').PlacedPortfolio>
}
