/** The content that the server renders. */
declare module 'virtual:page-content' {
  import type { PageContent } from '../content/schema.ts'

  const content: PageContent
  export default content
}

/** The part of the content that the client gets. */
declare module 'virtual:island-props' {
  import type { IslandProps } from './island-props.ts'

  const props: IslandProps
  export default props
}

/** The components of the owner's sections by id. */
declare module 'virtual:own-sections' {
  import type { ComponentType } from 'react'
  import type { SectionProps } from './part-props.ts'

  const sections: Record<string, ComponentType<SectionProps>>
  export default sections
}

/** The owner's islands by their name in the markup. */
declare module 'virtual:own-islands' {
  import type { ComponentType } from 'react'

  const islands: Record<
    string,
    { hydrate: 'idle' | 'visible'; load: () => Promise<{ default: ComponentType<object> }> }
  >
  export default islands
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

/** The bundler features that the page uses. */
interface ImportMeta {
  readonly env: {
    /** True on the development server. */
    readonly DEV: boolean
  }
  readonly hot?: { send: (event: string, data: unknown) => void }
}

declare module 'altcha/workers/pbkdf2?worker' {
  const AltchaWorker: new () => Worker
  export default AltchaWorker
}
