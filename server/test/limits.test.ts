import { expect, it } from 'vitest'
import { z } from 'zod'
import { modules } from '../src/modules.ts'

/** What a JSON schema demands of a value, besides its type. */
const DEMANDS = new Set([
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'pattern',
  'enum',
  'default',
])

/** A schema demands one thing before it transforms a value (`input`) and another after it. */
const sides = ['input', 'output'] as const

it('limits every field as limits.txt says (--update writes it anew)', async () => {
  const lines = modules
    .flatMap(({ calls }) => Object.values(calls))
    .flatMap((call) => {
      const demands = sides.flatMap((io) =>
        demandsOf(z.toJSONSchema(call.input, { io, unrepresentable: 'any' }), ''),
      )
      return [...new Set(demands)].map((demand) => `${call.method} ${call.path} ${demand}`)
    })
  expect(lines.length).toBeGreaterThan(1000)
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('limits.txt')
})

/** One line for each field, such as `name: {"maxLength":64}`. */
function demandsOf(schema: object, at: string): string[] {
  const own = Object.entries(schema).filter(([key, value]) => DEMANDS.has(key) && !isAnyInteger(value))
  const line = own.length > 0 ? [`${at}: ${JSON.stringify(Object.fromEntries(own))}`] : []
  const {
    properties = {},
    required = [],
    ...others
  } = schema as {
    properties?: Record<string, object>
    required?: string[]
  }
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    demandsOf(field, `${at}.${name}${required.includes(name) ? '' : '?'}`),
  )
  const deeper = Object.entries(others).flatMap(([key, value]: [string, unknown]) =>
    DEMANDS.has(key) || typeof value !== 'object' || value === null ? [] : demandsOf(value, `${at}/${key}`),
  )
  return [...line, ...fields, ...deeper]
}

/** Every integer that is exact is within these, so they are no demand. */
const isAnyInteger = (limit: unknown) => Math.abs(Number(limit)) === Number.MAX_SAFE_INTEGER
