import { UNSAFE_createHashHistory as createHashHistory, type Navigator } from 'react-router'
import { create } from 'zustand'

/**
 * The one history of the workspace. Every kept-alive page has a router of its own that stands at the page's location
 * (see PageHost), so the history lives outside of any of them.
 */
const hashHistory = createHashHistory({ v5Compat: true })

export const navigator: Navigator = hashHistory

export const useCurrentLocation = create(() => ({ pathname: '/', search: '' }))

const follow = () => {
  const { pathname, search } = hashHistory.location
  useCurrentLocation.setState({ pathname, search })
}

/** From now on the store says where the address bar is; called once the workspace has put its address there. */
export function followLocation(): () => void {
  follow()
  return hashHistory.listen(follow)
}

export const go = (path: string): void => hashHistory.push(path)
export const goInstead = (path: string): void => hashHistory.replace(path)
