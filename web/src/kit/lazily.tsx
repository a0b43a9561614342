import { useEffect, useState, type ComponentType } from 'react'

type Lazily<P> = ComponentType<P> & {
  /** Loads the code before it is needed; an error shows when the component is drawn. */
  prefetch: () => Promise<void>
}

/**
 * A component whose code is loaded when it is first drawn. Until then `Waiting` is drawn in its place, with the same
 * properties. If the code cannot be loaded, the nearest error boundary gets the error, and the next attempt loads anew.
 *
 * React's `lazy` draws a fallback even where the code has been loaded before, and keeps every fallback for 300 ms.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ComponentType<P> | null = null,
): Lazily<P> {
  let loaded: ComponentType<P> | null = null
  let loading: Promise<ComponentType<P>> | null = null

  const loadOnce = () =>
    (loading ??= load().then(
      (component) => (loaded = component),
      (error: unknown) => {
        loading = null
        throw error
      },
    ))

  function Part(props: P) {
    const [Component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (Component) return undefined
      let isWanted = true
      const unless =
        <T,>(then: (value: T) => void) =>
        (value: T) =>
          isWanted && then(value)
      void loadOnce().then(
        unless((component) => setComponent(() => component)),
        unless((error: unknown) => setFailure({ error })),
      )
      return () => {
        isWanted = false
      }
    }, [Component])
    if (failure) throw failure.error
    if (Component) return <Component {...props} />
    return Waiting && <Waiting {...props} />
  }
  return Object.assign(Part, {
    prefetch: () =>
      loadOnce().then(
        () => undefined,
        () => undefined,
      ),
  })
}

/** In place of a field that is being loaded. */
export const WaitingField = () => <span className="sk fld" />
