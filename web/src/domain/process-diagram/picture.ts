import { processMarks, type ProcessMark } from '@heliodesk/contract/process-history.ts'

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
  return { picture, suffix, width: size('width'), height: size('height'), text }
}

/** What the parts of a picture showed at a moment, by their `data-id`. */
export type Shown = ReadonlyMap<string, { mark: ProcessMark; lines: readonly string[] }>

/** Makes a picture show a moment; what that does not name had not happened yet. */
export function repaint({ picture, suffix }: ReturnType<typeof pictureOf>, shown: Shown): void {
  for (const part of picture.querySelectorAll('[data-id], [data-for]')) {
    const isLabel = part.hasAttribute('data-for')
    const { mark, lines } = shown.get(part.getAttribute(isLabel ? 'data-for' : 'data-id')!) ?? NOT_YET
    part.classList.remove(...processMarks.map((each) => `bpmn-${each}`))
    part.classList.add(`bpmn-${mark}`)
    part.querySelector('[marker-end]')?.setAttribute('marker-end', `url(#arrow-${mark}${suffix})`)
    if (!isLabel)
      for (const [at, note] of part.querySelectorAll('.bpmn-note').entries())
        note.textContent = lines[at] ?? ''
    else if (lines[0] !== undefined) part.querySelector('text')!.textContent = lines[0]
  }
}

const NOT_YET = { mark: 'idle', lines: [] } as const
