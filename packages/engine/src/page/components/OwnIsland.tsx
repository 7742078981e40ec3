import { type ComponentType, createContext, useContext, useId } from 'react'
import { renderToString } from 'react-dom/server'

const InIsland = createContext(false)

/**
 * An island of the owner on the server: a root of its own, as in the browser, with its props in the markup. In
 * another island, it is a plain component.
 */
export function ownIsland(name: string, file: string, Component: ComponentType<object>) {
  return function OwnIsland(props: object) {
    const id = useId()
    if (useContext(InIsland)) return <Component {...props} />
    const markup = renderToString(
      <InIsland value={true}>
        <Component {...props} />
      </InIsland>,
      { identifierPrefix: id },
    )
    return (
      <div
        data-island={`parts/${name}`}
        data-id={id}
        data-props={serialize(props, file)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React made this markup
        dangerouslySetInnerHTML={{ __html: markup }}
      />
    )
  }
}

function serialize(props: object, file: string): string {
  for (const [name, value] of Object.entries(props)) {
    const kind = findUnserializable(value)
    if (kind) {
      // With the file of the island: the stack has none of the owner's.
      throw Object.assign(new Error(`the prop ${name}, which has ${kind}`), { island: file })
    }
  }
  return JSON.stringify(props)
}

/** Names what JSON would lose of a value. */
function findUnserializable(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && !Number.isFinite(value)) return `the number ${value}`
  if (typeof value !== 'object') {
    return ['string', 'number', 'boolean'].includes(typeof value) ? undefined : `a ${typeof value}`
  }
  if ('$$typeof' in value) return 'an element'
  if (!Array.isArray(value) && value.constructor !== Object && Object.getPrototypeOf(value))
    return `a ${value.constructor.name}`
  return Object.values(value).map(findUnserializable).find(Boolean)
}
