let layer: HTMLElement | null = null

/**
 * The element that holds all drawers and dialogs. In the body itself, Ant Design would lock the scrolling of the page,
 * which never scrolls; for that it measures the scroll bar and adds a style sheet, so that the browser computes the
 * style of the whole page three times more.
 */
export function overlayLayer(): HTMLElement {
  if (!layer?.isConnected) layer = document.body.appendChild(document.createElement('div'))
  return layer
}
