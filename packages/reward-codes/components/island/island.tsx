import {
  Component,
  type ComponentType,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { keepFields } from './keep-fields.ts'

/** The id of the template that holds the error page. */
export const ERROR_PAGE_ID = 'error-page'

/** A browser need not become idle. The page then waits this long, and hydrates. */
export const IDLE = { timeout: 2000 }

/** An island that loses nodes more often than this loses one at every mount. */
const MAX_REMOVED_NODES = 5

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
 * an extension has moved. An island that loses a node at every mount ends empty. After a second error of the component
 * itself, the error page replaces the page.
 */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { mounts: 0, hasError: false }
  /** Errors of the component itself. */
  #errors = 0
  #removedNodes = 0

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasError: true }
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof DOMException && error.name === 'NotFoundError') this.#removedNodes++
    else this.#errors++
    if (this.#errors > 1) showErrorPage()
    else if (this.#removedNodes <= MAX_REMOVED_NODES) {
      this.setState(({ mounts }) => ({ mounts: mounts + 1, hasError: false }))
    }
  }

  override render(): ReactNode {
    const { mounts, hasError } = this.state
    if (hasError) return null
    return (
      <Container key={mounts} name={this.props.name}>
        {this.props.children}
      </Container>
    )
  }
}

function Container({ name, children }: BoundaryProps) {
  const element = useRef<HTMLDivElement>(null)
  // Before the effects of the content, which read the fields.
  useLayoutEffect(() => {
    if (element.current) keepFields(element.current)
  }, [])
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

type BoundaryState = { mounts: number; hasError: boolean }
