import { Component, type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { ERROR_PAGE_ID } from './error-page.ts'

/**
 * Makes an island of a component: with the error boundary that all islands of this package share, and a container
 * that is marked as hydrated for tests and styles. `routes/index.astro` decides when it hydrates.
 */
export function island<Props extends object>(name: string, Content: ComponentType<Props>) {
  return function Island(props: Props) {
    return (
      <Boundary name={name}>
        <Content {...props} />
      </Boundary>
    )
  }
}

/**
 * Mounts its content again after an error, in a new container: React need not remove nodes that a translation or
 * an extension has moved. After a second error of the component itself, the error page replaces the page.
 */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { mounts: 0, errors: 0 }

  static getDerivedStateFromError(error: unknown): (state: BoundaryState) => BoundaryState {
    const isOfComponent = !(error instanceof DOMException && error.name === 'NotFoundError')
    return ({ mounts, errors }) => ({ mounts: mounts + 1, errors: errors + Number(isOfComponent) })
  }

  override componentDidCatch(): void {
    if (this.state.errors > 1) showErrorPage()
  }

  override render(): ReactNode {
    const { mounts, errors } = this.state
    if (errors > 1) return null
    return (
      <Container key={mounts} name={this.props.name}>
        {this.props.children}
      </Container>
    )
  }
}

function Container({ name, children }: BoundaryProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.setAttribute('data-hydrated', ''), [])
  return (
    <div ref={element} data-island={name}>
      {children}
    </div>
  )
}

/** The server has rendered the error page into a template: the browser needs no code for it. */
function showErrorPage() {
  const template = document.getElementById(ERROR_PAGE_ID)
  if (template instanceof HTMLTemplateElement) {
    document.body.replaceChildren(template.content.cloneNode(true))
  }
}

type BoundaryProps = { name: string; children: ReactNode }

type BoundaryState = { mounts: number; errors: number }
