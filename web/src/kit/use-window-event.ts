import { useEffect, useEffectEvent } from 'react'

/** Hears an event anywhere in the window while the component is shown. */
export function useWindowEvent<Kind extends keyof WindowEventMap>(
  kind: Kind,
  onEvent: (event: WindowEventMap[Kind]) => void,
): void {
  const hear = useEffectEvent(onEvent)
  useEffect(() => {
    const listen = (event: WindowEventMap[Kind]) => hear(event)
    window.addEventListener(kind, listen)
    return () => window.removeEventListener(kind, listen)
  }, [kind])
}
