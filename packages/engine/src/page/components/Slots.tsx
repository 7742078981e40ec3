import { type ComponentType, createContext, type ReactNode } from 'react'

const Inside = createContext<ReactNode>(undefined)

/** Where a section shows what its owner puts inside it. */
export function InsideSlot() {
  return <Inside.Consumer>{(content) => content}</Inside.Consumer>
}

/** Sections that were rendered without what their owner put inside them. */
const missing = new Set<string>()

/** Ends a rendering. Returns the sections of whose slot nothing was shown. */
export function takeMissingSlots(): string[] {
  const names = [...missing]
  missing.clear()
  return names
}

/** A section with the components that its owner puts before, after and inside it. */
export function withSlots<Props extends object>(
  name: string,
  Part: ComponentType<Props>,
  { before: Before, after: After, inside: Content }: Slots<Props>,
) {
  function Shown(props: Props) {
    missing.delete(name)
    return Content && <Content {...props} />
  }
  return function PartWithSlots(props: Props) {
    if (Content) missing.add(name)
    return (
      <>
        {Before && <Before {...props} />}
        <Inside value={Content && <Shown {...props} />}>
          <Part {...props} />
        </Inside>
        {After && <After {...props} />}
      </>
    )
  }
}

type Slots<Props> = {
  before?: ComponentType<Props>
  after?: ComponentType<Props>
  inside?: ComponentType<Props>
}
