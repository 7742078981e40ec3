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

/** The part of the bundler's development interface that the page uses. */
interface ImportMeta {
  readonly hot?: { send: (event: string, data: unknown) => void }
}

declare module 'altcha/workers/pbkdf2?worker' {
  const AltchaWorker: new () => Worker
  export default AltchaWorker
}
