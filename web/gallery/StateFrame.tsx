import { Component, createElement, useId, type ReactNode } from 'react'

type StateFrameProps = { name: string; address: string; render: () => ReactNode }

/** One state below its name; the name links to the state alone. */
export function StateFrame({ name, address, render }: StateFrameProps) {
  const id = useId()
  return (
    <section className="state-frame" aria-labelledby={id}>
      <h2 id={id}>
        <a href={address}>{name}</a>
      </h2>
      <div className="stage">
        <Boundary>{createElement(render)}</Boundary>
      </div>
    </section>
  )
}

/** A state that throws shows the error in its frame; the others stay. */
class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    return this.state.error ? (
      <pre className="err">{String(this.state.error.stack)}</pre>
    ) : (
      this.props.children
    )
  }
}
