import { useEffect, useState, type ComponentType } from 'react'
import { offerReload } from './load-failure.ts'

type FetchedProps<P> = {
  /** Stays the same function. */
  load: () => Promise<ComponentType<P>>
  /** Null draws nothing. */
  props: P | null
  /** Whether it is wanted by now, where it is drawn before and after too. */
  wanted?: boolean
}

/** What is heavy or rare, fetched once it is wanted. Where that fails nothing breaks: a reload is offered. */
export function Fetched<P extends object>({ load, props, wanted = props !== null }: FetchedProps<P>) {
  const [Component, setComponent] = useState<ComponentType<P> | null>(null)
  useEffect(() => {
    if (wanted) void load().then((component) => setComponent(() => component), offerReload)
  }, [load, wanted])
  return props && Component && <Component {...props} />
}
