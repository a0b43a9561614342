import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { hashBuildInputs } from '../web/build-inputs.ts'

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
