import { useEffect, useEffectEvent } from 'react'
import { useUrlQuery } from './url-query.ts'

/**
 * Does what a link asks for with `?act=<name>`, once, and takes it out of the address; the search starts forms and steps
 * so. `run` is null while the user may not or the page cannot.
 */
export function useAct(name: string, run: (() => void) | null): void {
  const { query, change } = useUrlQuery()
  const isAsked = run !== null && query.get('act') === name
  const start = useEffectEvent(() => {
    change({ act: null })
    run?.()
  })
  useEffect(() => {
    if (isAsked) start()
  }, [isAsked])
}
