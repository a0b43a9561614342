import { useEffect, useState } from 'react'
import { readCookie, writeCookie } from '../../../lib/cookies.ts'

const COOKIE = 'mail_tip'
const DAY_SECONDS = 86_400
/** spec 1 §9 */
const SHOWS_AFTER_MS = 7000
const HIDES_AFTER_MS = 10_000

/** Whether to show the mailbox tip now: once a day, some time after the visit began (spec 1 §2.5). */
export function useMailTip(): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (shown) {
      const timer = setTimeout(() => setShown(false), HIDES_AFTER_MS)
      return () => clearTimeout(timer)
    }
    if (readCookie(COOKIE) !== null) return undefined
    const timer = setTimeout(() => {
      writeCookie(COOKIE, '1', DAY_SECONDS)
      setShown(true)
    }, SHOWS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return shown
}
