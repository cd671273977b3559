import { Component, type ErrorInfo, type ReactNode } from 'react'
import { recordClientError } from '#packages/web/core/client-errors.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'

interface Props {
  title: string
  onRetry: () => void
  children: ReactNode
}

/** A page that fails does not break the others; the error is recorded for support. */
export class PageBoundary extends Component<Props, { error?: unknown; isBroken: boolean }> {
  static getDerivedStateFromError = (error: unknown) => ({ error, isBroken: true })

  override state: { error?: unknown; isBroken: boolean } = { isBroken: false }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    recordClientError(error, this.props.title, componentStack ?? '')
  }

  override render() {
    const { error, isBroken } = this.state
    if (isBroken) return <PageState status="failed" error={error} onRetry={this.props.onRetry} />
    return this.props.children
  }
}
