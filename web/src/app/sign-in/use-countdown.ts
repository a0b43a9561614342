import { useEffect, useState } from 'react'

type Wait = { until: number; mobile: string }

/** Longer than any wait that the server asks for; a longer value means that the clock was changed. */
const LONGEST_MS = 600_000

/**
 * Seconds until another code can be requested, and for which phone. Stored for reloads of this window only: a phone
 * number must not stay in a browser that others use later.
 */
export function useCountdown(name: string) {
  const [wait, setWait] = useState(() => readWait(name))
  const [now, setNow] = useState(Date.now)
  const left = wait ? Math.max(0, Math.ceil((wait.until - now) / 1000)) : 0
  const running = left > 0
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return {
    left,
    /** The phone whose code is awaited; null once the time is over. */
    mobile: running ? wait!.mobile : null,
    start: (seconds: number, mobile: string) => {
      const started = { until: Date.now() + seconds * 1000, mobile }
      sessionStorage.setItem(keyOf(name), JSON.stringify(started))
      setNow(Date.now())
      setWait(started)
    },
  }
}

export const hasCountdown = (name: string): boolean => readWait(name) !== null

const keyOf = (name: string) => `heliodesk__${name}`

function readWait(name: string): Wait | null {
  const stored = sessionStorage.getItem(keyOf(name))
  if (stored === null) return null
  const wait = JSON.parse(stored) as Wait
  const left = wait.until - Date.now()
  return left > 0 && left <= LONGEST_MS ? wait : null
}
