/**
 * Reloads the page at another address. `pushState` fires no event, so the current page does not render for an address
 * that it is about to leave.
 */
export function reloadAt(hash: string): void {
  history.pushState(null, '', hash)
  location.reload()
}
