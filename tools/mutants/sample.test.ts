import { expect, test } from 'vitest'

import { isProduct, sampleMutants, share } from './sample.ts'

const fileOf = (path: string, lines: number) => ({
  path,
  text: Array.from({ length: lines }, (_, line) => `export const a${line} = (b: number) => b < ${line}`).join(
    '\n',
  ),
})
const files = [
  fileOf('contract/src/a.ts', 100),
  fileOf('server/src/a.ts', 300),
  fileOf('web/src/a.tsx', 300),
  fileOf('web/src/b.tsx', 300),
  fileOf('web/src/a.test.ts', 900),
]

test('is the same for the same seed, and another for another', () => {
  const idsOf = (seed: number) => sampleMutants(files, seed, 30).map(({ id }) => id)
  expect(idsOf(1)).toEqual(idsOf(1))
  expect(idsOf(2)).not.toEqual(idsOf(1))
  expect(new Set(idsOf(1)).size).toBe(30)
})

test('gives each part its share of lines, from all its files', () => {
  const mutants = sampleMutants(files, 1, 100)
  const countOf = (start: string) => mutants.filter(({ path }) => path.startsWith(start)).length
  expect(['contract/', 'server/', 'web/'].map(countOf)).toEqual([10, 30, 60])
  for (const file of ['web/src/a.tsx', 'web/src/b.tsx']) {
    expect(countOf(file)).toBeGreaterThan(15)
    const tenths = mutants.filter(({ path }) => path === file).map(({ line }) => Math.ceil(line / 30))
    expect(new Set(tenths).size).toBeGreaterThan(7)
  }
  expect(countOf('web/src/a.test.ts')).toBe(0)
})

test('stays nearly the same when other lines change', () => {
  const [first, ...others] = files
  const changed = { ...first!, text: `export const b = (a: number) => a < 1\n${first!.text}` }
  const linesOf = (tree: typeof files) =>
    sampleMutants(tree, 1, 100).map(({ path, before, after }) => `${path}: ${before} → ${after}`)
  const now = new Set(linesOf([changed, ...others]))
  expect(linesOf(files).filter((each) => !now.has(each)).length).toBeLessThan(3)
})

test('describes the line before and after', () => {
  const [mutant] = sampleMutants([fileOf('contract/src/a.ts', 1)], 1, 1)
  expect(mutant).toMatchObject({
    part: 'contract',
    line: 1,
    before: 'export const a0 = (b: number) => b < 0',
  })
  expect(['b <= 0', 'b < 1'].map((end) => `export const a0 = (b: number) => ${end}`)).toContain(mutant!.after)
})

test('rounds shares so that nothing is lost', () => {
  expect(share(10, [1, 1, 1])).toEqual([4, 3, 3])
  expect(share(0, [1, 2])).toEqual([0, 0])
})

test.each([
  ['contract/src/a.ts', true],
  ['server/migrations/0001_a.sql', true],
  ['server/migrations/grants.sql', false],
  ['web/src/kit/A.gallery.tsx', false],
  ['server/src/seed/first-start.ts', false],
  ['server/src/modules/work-orders/first-data/life.ts', false],
  ['server/src/modules/work-orders/first-data.ts', false],
  ['server/src/platform/db-types.ts', false],
  ['server/test/harness.ts', false],
  ['tools/tree.ts', false],
])('%s is product: %s', (path, expected) => {
  expect(isProduct(path)).toBe(expected)
})
