import { useEffect, useState } from 'react'
import { MINUTE, now } from './plan-time.ts'

/** The company's time, renewed every minute. */
export function useMinute(): number {
  const [moment, setMoment] = useState(now)
  useEffect(() => {
    const timer = window.setInterval(() => setMoment(now()), MINUTE)
    return () => window.clearInterval(timer)
  }, [])
  return moment
}
