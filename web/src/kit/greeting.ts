import { useEffect, useState } from 'react'
import { companyNow } from '../lib/company-time.ts'

/** The greeting of the hour in the company's time zone, as the hours pass. */
export function useGreeting(): string {
  const [hour, setHour] = useState(() => companyNow().hour())
  useEffect(() => {
    const timer = setInterval(() => setHour(companyNow().hour()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return greetingAt(hour)
}

/** Good morning, forenoon, noon, afternoon, evening (spec 1 §9). */
export function greetingAt(hour: number): string {
  if (hour < 9) return '早上好'
  if (hour <= 11) return '上午好'
  if (hour <= 13) return '中午好'
  if (hour < 20) return '下午好'
  return '晚上好'
}
