import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Copy } from './copy.ts'
import { sampleMutants } from './sample.ts'

const path = 'contract/src/a.ts'
const text = 'export const isSmall = (a: number) => a < 1\n'
let project: string

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'heliodesk-copy-')))
  for (const folder of ['contract/src', 'data/files', 'node_modules/@heliodesk', 'node_modules/zod'])
    mkdirSync(join(project, folder), { recursive: true })
  writeFileSync(join(project, path), text)
  symlinkSync('../../contract', join(project, 'node_modules/@heliodesk/contract'))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

test('a mutant stands in the copy alone, and only while it is used, also if that fails', async () => {
  const [mutant] = sampleMutants([{ path, text }], 1, 1)
  const copy = new Copy(project)
  const read = (root: string) => readFileSync(join(root, path), 'utf8')
  const failing = copy.with(mutant!, async () => {
    expect(read(copy.root).trim()).toBe(mutant!.after)
    expect(read(project)).toBe(text)
    throw new Error('the test process ended')
  })
  await expect(failing).rejects.toThrow('the test process ended')
  expect(read(copy.root)).toBe(text)
})

test('the copy uses its own packages and those of the project, and takes no data along', () => {
  const copy = new Copy(project)
  expect(realpathSync(join(copy.root, 'node_modules/@heliodesk/contract'))).toBe(join(copy.root, 'contract'))
  expect(existsSync(join(copy.root, 'node_modules/zod'))).toBe(false)
  expect(existsSync(join(copy.root, 'data'))).toBe(false)
  writeFileSync(join(copy.root, 'left.txt'), '')
  expect(existsSync(join(new Copy(project).root, 'left.txt'))).toBe(false)
  copy.remove()
  expect(existsSync(copy.root)).toBe(false)
  expect(existsSync(join(project, 'data/files'))).toBe(true)
})
