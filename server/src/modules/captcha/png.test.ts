import { createCanvas, loadImage } from '@napi-rs/canvas'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodePng } from './png.ts'

/** Pixels are either opaque or clear, because a canvas loses the colour of nearly transparent ones. */
const picture = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }), fc.boolean())
  .chain(([width, height, opaque]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      opaque: fc.constant(opaque),
      pixels: fc
        .uint8ClampedArray({ minLength: width * height * 4, maxLength: width * height * 4 })
        .map((pixels) => pixels.map((value, index) => alphaOr(value, index, pixels, opaque))),
    }),
  )

function alphaOr(value: number, index: number, pixels: Uint8ClampedArray, opaque: boolean): number {
  const alpha = opaque || pixels[index | 3]! % 2 === 0 ? 255 : 0
  return index % 4 === 3 ? alpha : alpha && value
}

describe('encodePng', () => {
  it('writes files that read back to the same pixels', async () => {
    await fc.assert(
      fc.asyncProperty(picture, async ({ width, height, opaque, pixels }) => {
        const file = await encodePng(pixels, width, height, opaque)
        const image = await loadImage(file)
        const context = createCanvas(width, height).getContext('2d')
        context.drawImage(image, 0, 0)
        expect([image.width, image.height]).toEqual([width, height])
        expect([...context.getImageData(0, 0, width, height).data]).toEqual([...pixels])
      }),
    )
  })
})
