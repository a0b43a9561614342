import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage, type Canvas, type Image } from '@napi-rs/canvas'

export interface Labelled {
  label: string
  pictures: (Image | Canvas)[]
}

const columns = 4
const sheetWidth = 1920
const gap = 12
const captionHeight = 26
/** A screen that needs more is cut at its lower end. */
const mostHigh = 1.9

/** Lays pictures on sheets, several of one label side by side, and writes them as `<name>-<n>.jpg`. Returns the paths. */
export function writeSheets(folder: string, name: string, all: Labelled[], perRow = columns): string[] {
  mkdirSync(folder, { recursive: true })
  const most = perRow * 4
  const sheets = Array.from({ length: Math.ceil(all.length / most) }, (_, at) =>
    all.slice(at * most, (at + 1) * most),
  )
  return sheets.map((chosen, at) => {
    const path = join(folder, `${name}-${at + 1}.jpg`)
    writeFileSync(path, sheetOf(chosen, perRow))
    return path
  })
}

function sheetOf(all: Labelled[], perRow: number): Buffer {
  const width = Math.floor((sheetWidth - gap) / perRow) - gap
  const heights = all.map(({ pictures }) =>
    Math.min(
      width * mostHigh,
      Math.max(...pictures.map((each) => (each.height * partOf(width, pictures)) / each.width)),
    ),
  )
  const rowHeight = Math.ceil(Math.max(...heights)) + captionHeight + gap
  const canvas = createCanvas(sheetWidth, gap + Math.ceil(all.length / perRow) * rowHeight)
  const context = canvas.getContext('2d')
  context.fillStyle = '#8a8f98'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.font = '15px sans-serif'
  for (const [at, { label, pictures }] of all.entries()) {
    const left = gap + (at % perRow) * (width + gap)
    const top = gap + Math.floor(at / perRow) * rowHeight
    context.fillStyle = '#000000'
    context.fillText(label, left, top + 18, width)
    const part = partOf(width, pictures)
    for (const [place, picture] of pictures.entries()) {
      const scale = part / picture.width
      const shown = Math.min(picture.height, (rowHeight - captionHeight - gap) / scale)
      const x = left + place * (part + gap / 2)
      context.drawImage(picture, 0, 0, picture.width, shown, x, top + captionHeight, part, shown * scale)
    }
  }
  return canvas.toBuffer('image/jpeg', 82)
}

const partOf = (width: number, { length }: readonly unknown[]) => (width - ((length - 1) * gap) / 2) / length

/** The pictures below a folder of `npm run shots`, by their group (state, theme and width) and title. */
export function listPictures(folder: string): Map<string, string[]> {
  const groups = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory())
  return new Map(
    groups.map(({ name }) => [
      name,
      readdirSync(join(folder, name))
        .filter((file) => file.endsWith('.png'))
        .map((file) => file.slice(0, -'.png'.length))
        .toSorted(),
    ]),
  )
}

export async function sheetsOf(folder: string): Promise<string[]> {
  const made: string[] = []
  for (const [group, titles] of listPictures(folder)) {
    const all: Labelled[] = []
    for (const label of titles)
      all.push({ label, pictures: [await loadImage(join(folder, group, `${label}.png`))] })
    made.push(...writeSheets(join(folder, 'sheets'), group, all, group.endsWith('-390') ? 8 : columns))
  }
  return made
}
