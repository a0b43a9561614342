import { mkdirSync, mkdtempSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, expect, it } from 'vitest'

import { differencesOf } from './differences.ts'

const root = mkdtempSync(join(tmpdir(), 'heliodesk-shots-'))
afterAll(() => rmSync(root, { recursive: true }))

/** A grey picture of 100 × 100 pixels, with a black bar of this width. */
function put(side: string, title: string, bar: number, height = 100) {
  const picture = new PNG({ width: 100, height })
  for (let at = 0; at < picture.data.length; at += 4) {
    const isBar = (at / 4) % 100 < bar
    picture.data.fill(isBar ? 0 : 200, at, at + 3)
    picture.data[at + 3] = 255
  }
  mkdirSync(join(root, side, 'data-light-1440'), { recursive: true })
  writeFileSync(join(root, side, 'data-light-1440', `${title}.png`), PNG.sync.write(picture))
}

it('lists what differs between two folders of pictures, the most changed first', () => {
  for (const [title, before, after] of [
    ['same', 10, 10],
    ['a little', 10, 15],
    ['much', 10, 60],
  ] as const) {
    put('before', title, before)
    put('after', title, after)
  }
  put('before', 'higher', 10)
  put('after', 'higher', 10, 120)
  put('after', 'new', 10)
  const into = join(root, 'difference')
  mkdirSync(into)
  const found = differencesOf(join(root, 'before'), join(root, 'after'), into)
  expect(found.map(({ picture, share }) => [picture, Math.round(share * 100) / 100])).toEqual([
    ['data-light-1440/higher', 1],
    ['data-light-1440/new', 1],
    ['data-light-1440/much', 0.5],
    ['data-light-1440/a little', 0.05],
  ])
  const much = found.find(({ picture }) => picture.endsWith('much'))!
  expect(much.pictures).toHaveLength(3)
  expect(much.pictures.every((path) => existsSync(path))).toBe(true)
})
