import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { drawSliderPuzzle } from './picture.ts'
import { seeded } from './random.fixture.ts'
import { diceOf } from './random.ts'
import { paintScene } from './scene/scene.ts'

const [width, height, pieceWidth] = [310, 155, 47]
const places = Array.from({ length: 163 }, (_, index) => 100 + index)

interface Pixels {
  readonly width: number
  readonly data: Uint8ClampedArray
}

async function read(png: Buffer): Promise<Pixels> {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return { width: image.width, data: context.getImageData(0, 0, image.width, image.height).data }
}

/** The picture before the holes: a puzzle draws the scene first. */
function sceneOf(seed: number): Pixels {
  const context = createCanvas(width, height).getContext('2d')
  paintScene(context, diceOf(seeded(seed)))
  return { width, data: context.getImageData(0, 0, width, height).data }
}

function luminance({ width: stride, data }: Pixels, x: number, y: number): number {
  const at = (y * stride + x) * 4
  return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
}

type Spot = readonly [x: number, y: number]

function spots(piece: Pixels, wanted: (alpha: number) => boolean): Spot[] {
  const found: Spot[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < pieceWidth; x++) {
      if (wanted(piece.data[(y * pieceWidth + x) * 4 + 3]!)) found.push([x, y])
    }
  }
  return found
}

/** The piece without its white rim. */
function inside(piece: Pixels): Spot[] {
  const solid = new Set(spots(piece, (alpha) => alpha === 255).map(([x, y]) => y * pieceWidth + x))
  const around = [-3, -2, -1, 0, 1, 2, 3]
  return spots(piece, (alpha) => alpha === 255).filter(([x, y]) =>
    around.every((down) => around.every((right) => solid.has((y + down) * pieceWidth + x + right))),
  )
}

async function puzzle(seed: number) {
  const { background, piece, x } = await drawSliderPuzzle(seeded(seed))
  return { x, files: { background, piece }, background: await read(background), piece: await read(piece) }
}

/** The column right of 100 with the strongest edges between two rows. */
function strongestColumn(background: Pixels, top: number, bottom: number): number {
  let best = { column: 0, edge: -1 }
  for (let column = 100; column < width - 1; column++) {
    let edge = 0
    for (let y = top; y <= bottom; y++) {
      edge += Math.abs(luminance(background, column + 1, y) - luminance(background, column, y))
    }
    if (edge > best.edge) best = { column, edge }
  }
  return best.column
}

const seeds = Array.from({ length: 120 }, (_, index) => index + 1)
const puzzles = await Promise.all(seeds.map(puzzle))

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

describe('drawSliderPuzzle', () => {
  it('gives a 310 × 155 picture and a 47 × 155 piece as PNG, the picture below 60 KB', () => {
    for (const { files } of puzzles) {
      for (const [file, expected] of [
        [files.background, width],
        [files.piece, pieceWidth],
      ] as const) {
        expect(file.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
        expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([expected, height])
      }
      expect(files.background.length).toBeLessThan(60_000)
      expect(files.piece.length).toBeLessThan(10_000)
    }
  })

  it('puts the hole on a whole pixel from 100 to 262', () => {
    for (const { x } of puzzles) expect(places).toContain(x)
    expect(new Set(puzzles.map(({ x }) => x)).size).toBeGreaterThan(60)
  })

  it('leaves everything around the piece clear', () => {
    for (const { piece } of puzzles) {
      const seen = spots(piece, (alpha) => alpha > 0)
      const rows = seen.map(([, y]) => y)
      expect(seen.length).toBeGreaterThan(700)
      expect(seen.length).toBeLessThan(1_800)
      expect(Math.max(...rows) - Math.min(...rows)).toBeLessThan(52)
      // Partially transparent pixels are only the antialiased outline.
      expect(spots(piece, (alpha) => alpha > 0 && alpha < 255).length).toBeLessThan(seen.length / 4)
      expect(isConnected(seen)).toBe(true)
    }
  })

  it('cuts the piece out of the scene exactly where the hole is', () => {
    let exact = 0
    const some = puzzles.slice(0, 60)
    for (const [index, { piece, x }] of some.entries()) {
      const scene = sceneOf(seeds[index]!)
      const area = inside(piece)
      const costs = places.map((place) => {
        const differences = area.map(
          ([px, py]) => luminance(piece, px, py) - luminance(scene, place + px, py),
        )
        // The piece's brightness is shifted as a whole; only deviations from that shift count.
        const shift = mean(differences)
        return mean(differences.map((difference) => Math.abs(difference - shift)))
      })
      const least = Math.min(...costs)
      // A piece of nearly plain sky fits almost as well a few pixels away.
      expect(costs[x - 100]! - least).toBeLessThan(0.5)
      if (costs[x - 100] === least) exact++
    }
    expect(exact).toBeGreaterThan(some.length * 0.9)
  })

  it('changes the picture inside the hole, at once visible, and nowhere but in holes', () => {
    for (const [index, { background, piece, x }] of puzzles.entries()) {
      const scene = sceneOf(seeds[index]!)
      const change = (px: number, py: number) =>
        Math.abs(luminance(background, px, py) - luminance(scene, px, py))
      const area = inside(piece)
      expect(mean(area.map(([px, py]) => change(x + px, py)))).toBeGreaterThan(25)
      let touched = 0
      for (let py = 0; py < height; py++) for (let px = 0; px < width; px++) if (change(px, py) > 9) touched++
      expect(touched).toBeLessThan(3 * 47 * 51)
      // The ground under the waiting piece is unchanged.
      for (const [px, py] of area) expect(change(px, py)).toBeLessThan(9)
    }
  })

  it('draws the same for the same numbers and something new otherwise', async () => {
    const again = await drawSliderPuzzle(seeded(7))
    expect(again).toEqual({ ...puzzles[6]!.files, x: puzzles[6]!.x })
    const [one, other] = await Promise.all([drawSliderPuzzle(), drawSliderPuzzle()])
    const [first, second] = [await read(one.background), await read(other.background)]
    let equal = 0
    for (let at = 0; at < first.data.length; at += 4) {
      const same = [0, 1, 2].every((channel) => first.data[at + channel] === second.data[at + channel])
      if (same) equal++
    }
    expect(equal).toBeLessThan(width * height * 0.3)
    expect(one.piece.equals(other.piece)).toBe(false)
  })

  it('does not give itself away by the column or the rows of strongest edges', () => {
    const anywhere = puzzles.map(({ background }) => strongestColumn(background, 0, height - 1))
    const besidePiece = puzzles.map(({ background, piece }) => {
      const rows = inside(piece).map(([, y]) => y)
      return strongestColumn(background, Math.min(...rows), Math.max(...rows))
    })
    for (const guesses of [anywhere, besidePiece]) {
      // The attacker knows the usual distance between such a column and the piece's left edge.
      const hits = Array.from(
        { length: pieceWidth },
        (_, offset) =>
          guesses.filter((column, index) => Math.abs(column - offset - puzzles[index]!.x) <= 5).length,
      )
      expect(Math.max(...hits) / puzzles.length).toBeLessThan(0.25)
    }
  })
})

function isConnected(area: readonly Spot[]): boolean {
  const left = new Set(area.map(([x, y]) => y * pieceWidth + x))
  const queue = [...left].slice(0, 1)
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (!left.delete(next)) continue
    queue.push(next - pieceWidth, next + pieceWidth)
    if (next % pieceWidth > 0) queue.push(next - 1)
    if (next % pieceWidth < pieceWidth - 1) queue.push(next + 1)
  }
  return left.size === 0
}
