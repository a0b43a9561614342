import { useLayoutEffect } from 'react'
import { useNotices } from '../../lib/notices.ts'
import { keepClear } from './notice-place.ts'

/** Keeps the notices off headers, footers and row actions; the login page, which has none, does not load it. */
export function NoticePlace(): null {
  const isShown = useNotices(({ notices }) => notices.length > 0)
  useLayoutEffect(
    () => (isShown ? keepClear(document.querySelector<HTMLElement>('.notices')!) : undefined),
    [isShown],
  )
  return null
}
