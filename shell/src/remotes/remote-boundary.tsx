import { Component } from 'react'
import type { ReactNode } from 'react'

interface Props {
  readonly onBroken: () => void
  readonly children: ReactNode
}

interface State {
  readonly broken: boolean
}

/** Keeps an error of one module's view inside that module: the frame and the other modules go on. */
export class RemoteBoundary extends Component<Props, State> {
  override readonly state: State = { broken: false }

  static getDerivedStateFromError(): State {
    return { broken: true }
  }

  override componentDidCatch(): void {
    this.props.onBroken()
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children
  }
}
