import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** The same object as long as its JSON is the same: for plain data that each render makes anew. */
export function useSame<T>(value: T): T {
  const [kept, setKept] = useState(value)
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept
  setKept(value)
  return value
}

/**
 * The same function each time, which calls the latest one, so that a memoized component is not drawn again for it. Only
 * for what is called after drawing, such as handlers of events.
 */
export function useHandler<Args extends unknown[], Result>(
  handler: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
