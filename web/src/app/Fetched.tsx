import { useEffect, useState, type ComponentType } from 'react'
import { offerReload } from '../lib/load-failure.ts'

type FetchedProps<P> = {
  /** Must be a stable function. */
  load: () => Promise<ComponentType<P>>
  /** Null renders nothing. */
  props: P | null
  /** Whether the component is needed yet, where this element is rendered before and after that too. */
  wanted?: boolean
}

/**
 * Loads a large or rarely used component once it is needed. If loading fails, the rest keeps working and a reload is
 * offered.
 */
export function Fetched<P extends object>({ load, props, wanted = props !== null }: FetchedProps<P>) {
  const [Component, setComponent] = useState<ComponentType<P> | null>(null)
  useEffect(() => {
    if (wanted) void load().then((component) => setComponent(() => component), offerReload)
  }, [load, wanted])
  return props && Component && <Component {...props} />
}
