import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** Schemas referenced by name: those of the contract with an id. */
export type Components = Map<string, JsonSchema>

/**
 * A schema of the contract as JSON Schema 2020-12, the dialect of OpenAPI 3.1: what a client sends (`input`) or gets
 * (`output`). Named parts are added to the components.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Components): JsonSchema {
  const {
    $schema: _dialect,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => loosen(jsonSchema) })
  for (const [id, definition] of Object.entries($defs)) {
    if (id.startsWith('__'))
      throw new Error(`a schema that refers to itself needs a name: .meta({ id: '…' })`)
    const component = toComponentReferences(definition)
    if (!isDeepStrictEqual(components.get(id) ?? component, component))
      throw new Error(`two schemas are named ${id}`)
    components.set(id, component)
  }
  return toComponentReferences(root)
}

/** Answers may get more fields later, and the range of safe integers is not useful to readers. */
function loosen(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

function toComponentReferences(schema: object): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', COMPONENTS) : value,
  )
  return JSON.parse(text) as JsonSchema
}

const COMPONENTS = '#/components/schemas/'

export const componentReference = (id: string): JsonSchema => ({ $ref: COMPONENTS + id })
