import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { hashBuildInputs } from '../web/build-inputs.ts'
import { cycleIn } from '../web/chunk-cycles.ts'
import { withoutJsonSchema } from '../web/zod-without-json-schema.ts'
import { repository } from './processes.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heliodesk-build-'))
  write('web/src/main.tsx', 'main')
  write('web/index.html', 'page')
  write('contract/src/call.ts', 'call')
  write('package-lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

describe('the web client is built again when', () => {
  test.for([
    ['web/src/main.tsx', 'changed'],
    ['web/src/app/new.tsx', ''],
    ['web/public/logo.svg', '<svg/>'],
    ['web/index.html', 'changed'],
    ['web/vite.config.ts', 'changed'],
    ['contract/src/call.ts', 'changed'],
    ['package-lock.json', '{"changed":true}'],
  ] as const)('%s changes', ([path, content]) => {
    const before = hashBuildInputs(root)
    write(path, content)
    expect(hashBuildInputs(root)).not.toBe(before)
  })

  test('a file is renamed', () => {
    const before = hashBuildInputs(root)
    rmSync(join(root, 'web/src/main.tsx'))
    write('web/src/start.tsx', 'main')
    expect(hashBuildInputs(root)).not.toBe(before)
  })
})

describe('the web client is not built again when', () => {
  test.for([
    'web/src/main.test.tsx',
    'web/src/kit/Button.gallery.tsx',
    'server/src/main.ts',
    'web/dist/index.html',
  ])('%s changes', (path) => {
    const before = hashBuildInputs(root)
    write(path, 'changed')
    expect(hashBuildInputs(root)).toBe(before)
  })

  test('a file is saved again unchanged', () => {
    const before = hashBuildInputs(root)
    write('web/src/main.tsx', 'main')
    expect(hashBuildInputs(root)).toBe(before)
  })
})

test.for<[string, Record<string, string[]>, string[] | null]>([
  ['none', { a: ['b', 'c'], b: ['c'], c: [] }, null],
  ['itself', { a: ['a'] }, ['a', 'a']],
  ['two files', { a: ['b'], b: ['c'], c: ['b'] }, ['b', 'c', 'b']],
  ['behind a file that was already visited', { a: ['b'], b: [], c: ['b', 'd'], d: ['c'] }, ['c', 'd', 'c']],
])('a cycle of built files: %s', ([, imports, cycle]) => {
  expect(cycleIn(Object.keys(imports), (file) => imports[file]!)).toEqual(cycle)
})

test("no schema of the installed Zod's refers to JSON Schema in the client", () => {
  const schemas = readFileSync(join(repository, 'node_modules/zod/v4/classic/schemas.js'), 'utf8')
  expect(schemas).toContain('processJSONSchema = ')
  expect(withoutJsonSchema(schemas)).not.toMatch(/processJSONSchema = |to-json-schema\.js/)
})
