import { randomInt } from 'node:crypto'

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const SIGNS = '@#%+=?!'
const LENGTH = 14

/** Letters, digits and symbols by the specification's rule (spec 1 §5), without look-alikes. */
export function randomPassword(): string {
  for (;;) {
    const choices = LETTERS + DIGITS + SIGNS
    const letters = Array.from({ length: LENGTH }, () => choices.charAt(randomInt(choices.length)))
    const fits = [LETTERS, DIGITS, SIGNS].every((kind) => letters.some((letter) => kind.includes(letter)))
    if (fits) return letters.join('')
  }
}
