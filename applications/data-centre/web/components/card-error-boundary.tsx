import { Component, Fragment, type ReactNode } from 'react'
import { CardFrame } from '#packages/web/desk/board/card.tsx'
import { CardFailure } from '#packages/web/desk/board/card-state.tsx'

interface Props {
  title: string
  /** Called before a retry. */
  onRetry: () => void
  children: ReactNode
}

interface State {
  isBroken: boolean
  error?: unknown
  round: number
}

/** Keeps the error of one card from breaking the others. */
export class CardErrorBoundary extends Component<Props, State> {
  override state: State = { isBroken: false, round: 0 }

  static getDerivedStateFromError = (error: unknown) => ({ isBroken: true, error })

  readonly retry = () => {
    this.props.onRetry()
    this.setState(({ round }) => ({ isBroken: false, error: undefined, round: round + 1 }))
  }

  override render() {
    const { isBroken, error, round } = this.state
    if (!isBroken) return <Fragment key={round}>{this.props.children}</Fragment>
    return (
      <CardFrame title={this.props.title}>
        <CardFailure error={error} onRetry={this.retry} />
      </CardFrame>
    )
  }
}
