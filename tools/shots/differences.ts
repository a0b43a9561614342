import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

import { listPictures, writeSheets, type Labelled } from './sheets.ts'

export interface Difference extends Labelled {
  /** `<group>/<title>`, for example "data-light-1440/taskCenter". */
  picture: string
  /** Of the pixels, 0 to 1; 1 also if the picture exists on one side only or has another size. */
  share: number
}

/** Fewer changed pixels are times and clocks. */
const least = 0.0005

/**
 * Compares two folders of pictures. Sheets with before, after and what changed are written to `into`, which is emptied.
 */
export async function compareFolders(
  page: Page,
  before: string,
  after: string,
  into: string,
): Promise<Difference[]> {
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const found = differencesOf(before, after, into)
  await writeSheets(page, into, 'difference', found, 2)
  return found
}

/** The pictures that differ, the most changed first; what changed in them is drawn into files in the folder `into`. */
export function differencesOf(before: string, after: string, into: string): Difference[] {
  return [...new Set([...picturesIn(before), ...picturesIn(after)])]
    .map((picture) => differenceOf(picture, before, after, into))
    .filter(({ share }) => share >= least)
    .toSorted((a, b) => b.share - a.share)
}

function picturesIn(folder: string): string[] {
  return [...listPictures(folder)].flatMap(([group, titles]) => titles.map((title) => `${group}/${title}`))
}

function differenceOf(picture: string, before: string, after: string, into: string): Difference {
  const paths = [before, after].map((folder) => join(folder, `${picture}.png`)).filter(existsSync)
  const changed = join(into, `${picture.replace('/', ' ')}.png`)
  const images = paths.map((path) => PNG.sync.read(readFileSync(path)))
  const share = shareOf(images, changed)
  const pictures = existsSync(changed) ? [...paths, changed] : paths
  return { picture, share, label: `${picture} ${(share * 100).toFixed(1)} %`, pictures }
}

/** The share of different pixels; they are drawn to the file `changed` if there are any. */
function shareOf([before, after]: PNG[], changed: string): number {
  if (!before || !after || before.width !== after.width || before.height !== after.height) return 1
  const { width, height } = before
  const drawn = new PNG({ width, height })
  const count = pixelmatch(before.data, after.data, drawn.data, width, height)
  if (count > 0) writeFileSync(changed, PNG.sync.write(drawn))
  return count / (width * height)
}
