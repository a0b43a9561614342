import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'

export interface Labelled {
  label: string
  /** Files, shown side by side. */
  pictures: string[]
}

const sheetWidth = 1920
/** Narrower pictures than this fraction of a sheet are not readable. */
const columns = 4
const rowsPerSheet = 4

const style = `
  body { margin: 12px; background: #8a8f98; font: 15px sans-serif; }
  main { display: grid; gap: 12px; align-items: start; }
  figure { margin: 0; }
  div { display: flex; gap: 6px; align-items: start; }
  img { display: block; flex: 1; min-width: 0; width: 100%; }
`

/** Lays pictures on sheets, `<name>-<n>.html` and the same as `.jpg`. Returns the paths of the latter. */
export async function writeSheets(
  page: Page,
  folder: string,
  name: string,
  all: Labelled[],
  perRow = columns,
): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const most = perRow * rowsPerSheet
  const made: string[] = []
  for (let at = 0; at < all.length; at += most) {
    const path = join(folder, `${name}-${made.length + 1}`)
    writeFileSync(`${path}.html`, htmlOf(all.slice(at, at + most), perRow))
    await page.setViewportSize({ width: sheetWidth, height: 1080 })
    await page.goto(pathToFileURL(`${path}.html`).href)
    await page.screenshot({ path: `${path}.jpg`, type: 'jpeg', quality: 82, fullPage: true })
    made.push(`${path}.jpg`)
  }
  return made
}

function htmlOf(all: Labelled[], perRow: number): string {
  const figures = all.map(({ label, pictures }) => {
    const images = pictures.map((path) => `<img src="${pathToFileURL(path).href}" alt="">`)
    return `<figure><figcaption>${label}</figcaption><div>${images.join('')}</div></figure>`
  })
  return `<!doctype html><meta charset="utf-8"><style>${style}
main { grid-template-columns: repeat(${perRow}, minmax(0, 1fr)); }</style><main>${figures.join('\n')}</main>`
}

/** The titles of the pictures below a folder of `npm run shots`, by their group (state, theme and width). */
export function listPictures(folder: string): Map<string, string[]> {
  const groups = readdirSync(folder, { withFileTypes: true }).filter(
    (each) => each.isDirectory() && each.name !== 'sheets',
  )
  const titlesOf = (group: string) =>
    readdirSync(join(folder, group)).map((file) => file.slice(0, -'.png'.length))
  return new Map(groups.map(({ name }) => [name, titlesOf(name).toSorted()]))
}

export async function writeAllSheets(page: Page, folder: string): Promise<string[]> {
  const made: string[] = []
  for (const [group, titles] of listPictures(folder)) {
    const all = titles.map((label) => ({ label, pictures: [join(folder, group, `${label}.png`)] }))
    const perRow = group.endsWith('-390') ? 2 * columns : columns
    made.push(...(await writeSheets(page, join(folder, 'sheets'), group, all, perRow)))
  }
  return made
}
