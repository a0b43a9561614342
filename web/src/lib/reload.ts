/** Starts the page again at another address. Nothing of this page sees it, or it would draw what is about to go. */
export function reloadAt(hash: string): void {
  history.pushState(null, '', hash)
  location.reload()
}
