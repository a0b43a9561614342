/** A text whose lone halves of characters are U+FFFD, as `toWellFormed`, which browsers of 2023 do not all have. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
