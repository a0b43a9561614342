import { useEffect, useMemo, useState } from 'react'
import { redirect, useCurrentLocation, watchLinks } from '../../lib/location.ts'
import { notify } from '../../lib/notices.ts'
import { destinationOf, type Destination } from './guard.ts'
import type { ReadyRoutes } from './menu.ts'

/**
 * The destination of the current address: redirects are followed, and a page without permission shows a message (spec 1
 * §2.3).
 */
export function useDestination(routes: ReadyRoutes): Destination {
  const { pathname, search } = useCurrentLocation()
  const destination = useSamePage(
    useMemo(() => destinationOf(routes, pathname, search), [routes, pathname, search]),
  )
  useEffect(() => {
    if (destination.kind === 'redirect') redirect({ pathname, search }, destination.to)
    if (destination.kind === 'denied') {
      notify({ kind: 'warning', title: '系统提示', text: '您当前暂无权限，请联系管理员！', seconds: 5 })
    }
  }, [destination, pathname, search])
  useEffect(
    () =>
      watchLinks((path, query) => {
        const leads = destinationOf(routes, path, query).kind !== 'denied'
        if (!leads) notify({ kind: 'warning', title: '系统提示', text: '您没有该菜单权限，无法跳转' })
        return leads
      }),
    [routes],
  )
  return destination
}

/** The same destination as before where only the query differs, such as for an open record: the frame stays as it is. */
function useSamePage(destination: Destination): Destination {
  const [kept, setKept] = useState(destination)
  if (kept === destination || isSamePage(kept, destination)) return kept
  setKept(destination)
  return destination
}

function isSamePage(one: Destination, other: Destination): boolean {
  if (one.kind !== other.kind || !('page' in one) || !('page' in other)) return false
  const next = other.page
  return Object.entries(one.page).every(([name, value]) => next[name as keyof typeof next] === value)
}

/** The window's title there; null shows only the product's name. */
export function titleOf(destination: Destination): string | null {
  if ('page' in destination) return destination.page.title
  return destination.kind === 'unknown' ? '页面不存在' : null
}
