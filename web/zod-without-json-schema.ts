import type { Plugin } from 'vite'

/**
 * Leaves Zod's translation to JSON Schema out of the client. Every schema refers to it, so no bundler can drop it, yet
 * only the server calls it, for the OpenAPI document.
 */
export function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'heliodesk:zod-without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler: withoutJsonSchema,
    },
  }
}

export function withoutJsonSchema(code: string): string {
  return code
    .replaceAll(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
    .replace(/^import \{ (\w+), (\w+) \} from "\.\.\/core\/to-json-schema\.js";$/m, refused)
}

const refused = `
const refuse = () => { throw new Error("The client carries no JSON Schema.") }
const $1 = () => refuse, $2 = () => refuse`
