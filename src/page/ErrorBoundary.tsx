import { Component, type ReactNode } from 'react'

/** Shows its fallback instead of a page that broke while rendering. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}

export type ErrorBoundaryProps = { fallback: ReactNode; children: ReactNode }
