let pictures = 0

/** What a data URL of an SVG image contains: elements for this page, its own size in pixels, and its text. */
export function pictureOf(image: string) {
  const bytes = Uint8Array.from(atob(image.slice(image.indexOf(',') + 1)), (char) => char.charCodeAt(0))
  const text = new TextDecoder().decode(bytes)
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
  const picture = document.importNode(parsed.documentElement, true)
  // Arrow heads of another picture would be used otherwise, and are not drawn while that one is hidden.
  const suffix = `-${(pictures += 1)}`
  for (const marker of picture.querySelectorAll('marker')) marker.id += suffix
  for (const line of picture.querySelectorAll('[marker-end]'))
    line.setAttribute('marker-end', line.getAttribute('marker-end')!.replace(')', `${suffix})`))
  const size = (name: string) => Number(picture.getAttribute(name))
  return { picture, width: size('width'), height: size('height'), text }
}
