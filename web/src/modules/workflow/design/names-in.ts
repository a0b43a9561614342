const WORDS = new Set('and or not in between true false null if then else instance of'.split(' '))

const TEXT = /"(?:[^"\\]|\\.)*"/g

/** A word before a parenthesis; some functions have names of several words. */
const FUNCTION =
  /(?:day of week|ends with|is defined|list contains|lower case|starts with|string length|upper case|[a-z]+)\s*\(/g

const NAME = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/gu

/** The names of fields in an expression, each once: what somebody who tries it gives values for. */
export function namesIn(expression: string): string[] {
  const names = expression.replaceAll(TEXT, ' ').replaceAll(FUNCTION, ' ').match(NAME) ?? []
  return [...new Set(names.filter((name) => !WORDS.has(name)))]
}
