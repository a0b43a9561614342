import { expect } from 'vitest'

/** The body of a table test whose rows hold an input and what the function gives for it. */
export const gives =
  <Input, Output>(of: (input: Input) => Output) =>
  (input: Input, output: Output) => {
    expect(of(input)).toBe(output)
  }
