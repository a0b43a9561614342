import { useEffect, useMemo } from 'react'
import { goInstead, useCurrentLocation, watchLinks } from '../../lib/location.ts'
import { notify } from '../../lib/notices.ts'
import { destinationOf, type Destination } from './guard.ts'
import type { ReadyRoutes } from './menu.ts'

/**
 * The destination of the current address: redirects are followed, and a page without permission shows a message (spec 1
 * §2.3).
 */
export function useDestination(routes: ReadyRoutes): Destination {
  const { pathname, search } = useCurrentLocation()
  const destination = useMemo(() => destinationOf(routes, pathname, search), [routes, pathname, search])
  useEffect(() => {
    if (destination.kind === 'redirect') goInstead(destination.to)
    if (destination.kind === 'denied') {
      notify({ kind: 'warning', title: '系统提示', text: '您当前暂无权限，请联系管理员！', seconds: 5 })
    }
  }, [destination])
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

/** The window's title there; null shows only the product's name. */
export function titleOf(destination: Destination): string | null {
  if ('page' in destination) return destination.page.title
  return destination.kind === 'unknown' ? '页面不存在' : null
}
