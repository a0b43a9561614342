import { useEffect, useState } from 'react'
import { WIRE_TIME } from './format.ts'
import { companyNow } from '../lib/company-time.ts'

const MINUTE_MS = 60_000

const now = () => companyNow().format(WIRE_TIME)

/** The company's time as the wire writes it, renewed every minute. */
export function useNow(): string {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = window.setInterval(() => setTime(now()), MINUTE_MS)
    return () => window.clearInterval(timer)
  }, [])
  return time
}
