import { createHash } from 'node:crypto'

/**
 * Distinguishes rows of equal content by counting them: a row's identity is its content and its occurrence number. So
 * equal rows of one file stay separate, and the same rows are recognised in any later file.
 */
export class Identities {
  readonly #scope: string
  readonly #seen = new Map<string, number>()

  constructor(scope: string) {
    this.#scope = scope
  }

  next(content: readonly (string | number | null)[]): string {
    const text = JSON.stringify([this.#scope, ...content])
    const occurrence = (this.#seen.get(text) ?? 0) + 1
    this.#seen.set(text, occurrence)
    return createHash('sha256').update(`${text}#${occurrence}`).digest('base64url').slice(0, 22)
  }
}
