import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { findNameMaps } from './name-maps.ts'

it('no plain object of the product is a map of names from outside', () => {
  expect(findNameMaps()).toEqual([])
}, 120_000)

it('finds lookups of any text in a plain object, and those only', async () => {
  const root = await mkdtemp(join(tmpdir(), 'name-maps-'))
  const source = `declare const name: string
declare const either: 'a' | 'b'
declare const at: number
const titles: Record<string, string> = { a: 'A' }
const known = { a: 1, b: 2 }
export const found = [titles[name], titles?.[name.trim()], name in known, (titles[name] = 'B')]
export const fine = [known[either], titles.a, [1, 2][at], 'text'[at], new Map([['a', 1]]).get(name), 'a' in known]
`
  try {
    await mkdir(join(root, 'contract/src'), { recursive: true })
    const options = { strict: true, noEmit: true, types: [], target: 'es2024' }
    await writeFile(join(root, 'contract/tsconfig.json'), JSON.stringify({ compilerOptions: options }))
    await writeFile(join(root, 'contract/src/sample.ts'), source)
    expect(findNameMaps(root, ['contract'])).toEqual([
      'contract/src/sample.ts:6: name in known',
      'contract/src/sample.ts:6: titles?.[name.trim()]',
      'contract/src/sample.ts:6: titles[name]',
      'contract/src/sample.ts:6: titles[name]',
    ])
  } finally {
    await rm(root, { recursive: true })
  }
}, 120_000)
