import { useEffect, useState } from 'react'
import { WIRE_TIME } from './format.ts'
import { companyNow } from '../lib/company-time.ts'

/** What is overdue shows so soon after its time. */
const RENEWED_MS = 20_000

const now = () => companyNow().format(WIRE_TIME)

/** The company's time as the wire writes it, renewed as time goes on. */
export function useNow(): string {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = window.setInterval(() => setTime(now()), RENEWED_MS)
    return () => window.clearInterval(timer)
  }, [])
  return time
}
