/** Replaces unpaired surrogates with U+FFFD, like `toWellFormed`, which not all browsers of 2023 have. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
