import type { ComponentType } from 'react'
import type { IslandProps } from './island-props.ts'
import { ISLANDS, type IslandName } from './islands.ts'

/** The container of an island in the static markup. The client hydrates its children. */
export function Island({ name, props }: IslandContainerProps) {
  const Component = ISLANDS[name].Component as ComponentType<object>
  return (
    <div data-island={name}>
      <Component {...props[name]} />
    </div>
  )
}

type IslandContainerProps = {
  name: IslandName
  /** The props of every island. */
  props: IslandProps
}
