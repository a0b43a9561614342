import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { areClickHits } from './answer.ts'
import { seeded } from './random.fixture.ts'
import { diceOf } from './random.ts'
import { paintScene } from './scene/scene.ts'
import { drawWordPuzzle, scatter, type Mark } from './word-picture.ts'
import { families, words } from './words.ts'

const [width, height] = [310, 155]
const seeds = Array.from({ length: 60 }, (_, index) => index + 1)
const puzzles = await Promise.all(seeds.map((seed) => drawWordPuzzle(seeded(seed))))

type Pixels = Uint8ClampedArray

async function read(png: Buffer): Promise<Pixels> {
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(await loadImage(png), 0, 0)
  return context.getImageData(0, 0, width, height).data
}

function sceneOf(seed: number): Pixels {
  const context = createCanvas(width, height).getContext('2d')
  paintScene(context, diceOf(seeded(seed)))
  return context.getImageData(0, 0, width, height).data
}

const luminance = (data: Pixels, x: number, y: number) => {
  const at = (y * width + x) * 4
  return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
}

/** The area around a mark where the picture differs from the scene. */
function inkAround(picture: Pixels, scene: Pixels, { x, y }: Mark): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = []
  for (let row = Math.max(0, y - 25); row < Math.min(height, y + 25); row++) {
    for (let column = Math.max(0, x - 25); column < Math.min(width, x + 25); column++) {
      if (Math.abs(luminance(picture, column, row) - luminance(scene, column, row)) > 14) {
        found.push({ x: column, y: row })
      }
    }
  }
  return found
}

/** Clicks of the stock client, which shows the picture at 280 × 140, each this many of its pixels off the centre. */
const unscaled = (asked: readonly Mark[], missed: { x: number; y: number }) =>
  asked.map(({ x, y }) => ({
    x: Math.round((x * 280) / 310) + missed.x,
    y: Math.round((y * 140) / 155) + missed.y,
  }))

describe('drawWordPuzzle', () => {
  it('gives a 310 × 155 picture below 60 KB and three different words', () => {
    for (const { background, asked } of puzzles) {
      expect([background.readUInt32BE(16), background.readUInt32BE(20)]).toEqual([width, height])
      expect(background.length).toBeLessThan(60_000)
      expect(new Set(asked.map(({ word }) => word)).size).toBe(3)
      for (const { word } of asked) expect(words).toContain(word)
    }
    expect(new Set(puzzles.flatMap(({ asked }) => asked.map(({ word }) => word))).size).toBeGreaterThan(120)
  })

  it('shows every asked word around its stored centre', async () => {
    for (const [index, { background, asked }] of puzzles.slice(0, 20).entries()) {
      const [picture, scene] = [await read(background), sceneOf(seeds[index]!)]
      for (const mark of asked) {
        const ink = inkAround(picture, scene, mark)
        expect(ink.length).toBeGreaterThan(120)
        const [xs, ys] = [ink.map((each) => each.x), ink.map((each) => each.y)]
        const middle = (of: number[]) => of.reduce((sum, each) => sum + each, 0) / of.length
        expect(Math.abs(middle(xs) - mark.x)).toBeLessThan(7)
        expect(Math.abs(middle(ys) - mark.y)).toBeLessThan(7)
      }
    }
  })

  it('lets clicks pass that come unscaled from a picture of 280 × 140, missed by up to 8 pixels', () => {
    for (const { asked } of puzzles) {
      for (const x of [-8, 0, 8]) {
        for (const y of [-8, 0, 8]) {
          expect(areClickHits(unscaled(asked, { x, y }), asked)).toBe(true)
          expect(
            areClickHits(
              asked.map((mark) => ({ x: mark.x + x, y: mark.y + y })),
              asked,
            ),
          ).toBe(true)
        }
      }
    }
  })

  it('has no point that counts for two words', () => {
    for (const { asked } of puzzles) {
      for (const [at, one] of asked.entries()) {
        for (const other of asked.slice(at + 1)) {
          expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThan(50)
        }
      }
    }
  })

  it('does not tell the order by the places', () => {
    const many = Array.from({ length: 1000 }, (_, index) => scatter(diceOf(seeded(1000 + index))).slice(0, 3))
    const orders = new Map<string, number>()
    for (const asked of many) {
      const order = asked
        .map((_mark, at) => at)
        .toSorted((one, other) => asked[one]!.x - asked[other]!.x)
        .join('')
      orders.set(order, (orders.get(order) ?? 0) + 1)
    }
    expect(orders.size).toBe(6)
    for (const count of orders.values()) expect(count).toBeLessThan(many.length * 0.2)
    // Three points that a blind attacker could always click.
    const blind = [
      { x: 60, y: 60 },
      { x: 130, y: 60 },
      { x: 95, y: 115 },
    ]
    expect(many.filter((asked) => areClickHits(blind, asked)).length).toBeLessThan(many.length * 0.02)
  })

  it('draws the same for the same numbers and something new otherwise', async () => {
    expect(await drawWordPuzzle(seeded(7))).toEqual(puzzles[6])
    const [one, other] = await Promise.all([drawWordPuzzle(), drawWordPuzzle()])
    expect(one.background.equals(other.background)).toBe(false)
  })
})

describe('words', () => {
  it('are several hundred, each once', () => {
    expect(words.length).toBeGreaterThan(300)
    expect(new Set(words).size).toBe(words.length)
  })

  it('are in every font, so that none is drawn by whatever the machine has', () => {
    const context = createCanvas(60, 60).getContext('2d')
    const drawn = (family: string, word: string) => {
      context.clearRect(0, 0, 60, 60)
      context.font = `40px ${family}`
      context.fillText(word, 4, 44)
      return Buffer.from(context.getImageData(0, 0, 60, 60).data).toString('base64')
    }
    for (const family of families) {
      // What a font lacks is drawn by a font of the machine or, where no font has it, as the same box.
      const lacks = (word: string) =>
        [drawn('none of ours', word), drawn(family, '\u{10fffd}')].includes(drawn(family, word))
      expect(lacks('𠮷')).toBe(true)
      expect(words.filter(lacks)).toEqual([])
    }
  })
})
