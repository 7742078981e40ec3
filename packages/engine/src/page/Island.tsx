import type { ComponentType } from 'react'
import type { IslandProps } from './island-props.ts'
import { ISLANDS, type IslandName } from './islands.ts'

/** The place of an island in the static page. The browser hydrates its children. */
export function Island({ name, props }: IslandPlaceProps) {
  const Component = ISLANDS[name].Component as ComponentType<object>
  return (
    <div data-island={name}>
      <Component {...props[name]} />
    </div>
  )
}

export type IslandPlaceProps = {
  name: IslandName
  /** The props of every island. */
  props: IslandProps
}
