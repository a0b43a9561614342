/** The luminance of an RGBA pixel, 0 to 255; `at` is the index of its first byte. */
export const luminanceAt = (pixels: Uint8ClampedArray, at: number): number =>
  0.299 * pixels[at]! + 0.587 * pixels[at + 1]! + 0.114 * pixels[at + 2]!
