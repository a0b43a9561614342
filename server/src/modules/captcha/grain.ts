import type { Canvas } from '@napi-rs/canvas'
import type { Dice } from './random.ts'

/** The canvas's pixels with film grain: no two pictures share an area with equal pixels, and the file stays small. */
export function grainy(canvas: Canvas, dice: Dice): Uint8ClampedArray {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let state = dice.whole(1, 0xffff_fffe)
  for (let index = 0; index < data.length; index += 4) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const grain = (state & 3) + ((state >>> 2) & 3) - 1
    for (let channel = index; channel < index + 3; channel++) data[channel]! += grain
  }
  // Quantises colours to steps of four: the grain hides it, and the file is a third smaller.
  const words = new Uint32Array(data.buffer)
  for (let index = 0; index < words.length; index++) words[index]! &= 0xff_fc_fc_fc
  return data
}
