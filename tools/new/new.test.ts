import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { textsNotChinese } from '../interface-text.ts'
import { rules } from '../layout-rules.ts'
import { repository } from '../processes.ts'
import { readTree } from '../tree.ts'
import { readNames, renamed } from './names.ts'
import { planOf, writeAll } from './plan.ts'

const COPIED = ['contract', 'server', 'web', 'e2e', 'docs']
const names = readNames('spare-parts', '备件')
let root: string

const textsOf = (folder: string) => new Map(readTree(folder).map(({ path, text }) => [path, text]))

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'heliodesk-new-'))
  for (const name of COPIED)
    cpSync(join(repository, name), join(root, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
})

afterAll(() => rmSync(root, { recursive: true }))

describe('a new module', () => {
  let before: Map<string, string>
  let files: Map<string, string>

  beforeAll(() => {
    before = textsOf(root)
    files = planOf(names, root)
    writeAll(files, root)
  })

  afterAll(() => {
    for (const path of files.keys()) {
      const text = before.get(path)
      if (text === undefined) rmSync(join(root, path))
      else writeFileSync(join(root, path), text)
    }
  })

  test('has every file of the template, and names of its own in all of them', () => {
    const added = [...files.keys()].filter((path) => !before.has(path))
    expect(added).toContain('contract/src/spare-parts.ts')
    expect(added).toContain('e2e/spare-parts.journey.ts')
    expect(added.filter((path) => /^server\/migrations\/\d{4}_spare_part\.sql$/.test(path))).toHaveLength(1)
    for (const [path, text] of files) {
      expect([path, renamed(text, names)]).toEqual([path, text])
      expect(`${path}\n${text}`).toMatch(/spare[-_ ]?part/i)
    }
    expect(files.get('web/src/modules/spare-parts/SparePartListPage.tsx')).toContain('title="备件"')
  })

  test('takes the number after the last migration', () => {
    const numbers = [...files.keys(), ...before.keys()].flatMap(
      (path) => /^server\/migrations\/(\d{4})_/.exec(path)?.[1] ?? [],
    )
    const sorted = numbers.map(Number).toSorted((one, other) => one - other)
    expect(new Set(sorted).size).toBe(sorted.length)
    expect(Number(/(\d{4})_spare_part/.exec([...files.keys()].join())?.[1])).toBe(sorted.at(-1))
  })

  test('changes the files of all modules only by adding lines', () => {
    const changed = [...files].filter(([path]) => before.has(path))
    expect(changed.length).toBeGreaterThan(8)
    for (const [path, text] of changed) {
      const lines = text.split('\n')
      const old = before.get(path)!.split('\n')
      let at = 0
      for (const line of lines) if (line === old[at]) at += 1
      expect([path, at]).toEqual([path, old.length])
      const more = lines.length - old.length
      expect([path, more > 0 && more < 12]).toEqual([path, true])
    }
  })

  test('parses, keeps the rules of the layout, and speaks Chinese to people', () => {
    const tree = readTree(root)
    expect(Object.values(rules).flatMap((rule) => tree.flatMap(rule))).toEqual([])
    for (const [path, text] of files) {
      if (!/\.tsx?$/.test(path)) continue
      expect([path, parseSync(path, text).errors]).toEqual([path, []])
      if (path.startsWith('web/src/')) expect(textsNotChinese({ path, text })).toEqual([])
    }
  })

  test('is refused a second time, and changes nothing', () => {
    const now = textsOf(root)
    expect(() => planOf(names, root)).toThrow('The table spare_part exists already')
    expect(() => planOf(readNames('gadgets', '备件'), root)).toThrow('The Chinese name 备件 exists already')
    expect(textsOf(root)).toEqual(now)
  })

  test('may be followed by another one', () => {
    const next = planOf(readNames('policies', '保单'), root)
    expect(next.get('contract/src/entities.ts')).toMatch(/'sparePart'\n {2}\| 'policy'/)
    expect(next.get('contract/src/exports.ts')).toMatch(/spareParts: .*\n {2}policies: /)
  })
})

describe('a request is refused, with the reason,', () => {
  test.for<[plural: string, chinese: string, reason: string]>([
    ['', '合同', '"" is no module name'],
    ['Contracts', '合同', 'is no module name'],
    ['spare_parts', '备件', 'is no module name'],
    ['../../escapes', '合同', 'is no module name'],
    ['a'.repeat(41), '合同', 'is no module name'],
    ['contract', '合同', 'looks like a singular'],
    ['orders', '订单', 'a word of SQL or TypeScript'],
    ['classes', '类', 'a word of SQL or TypeScript'],
    ['contracts', 'Contracts', 'is no Chinese name'],
    ['contracts', '', 'is no Chinese name'],
    ['contracts', "合'同", 'is no Chinese name'],
  ])('for %s %s', ([plural, chinese, reason]) => {
    expect(() => readNames(plural, chinese)).toThrow(reason)
  })

  test.for<[plural: string, chinese: string, reason: string]>([
    ['devices', '器具', 'The table device exists already'],
    ['inquiries', '询问', 'The table inquiry exists already'],
    ['materials', '材料', 'The entity material exists already'],
    ['contracts', '电站', 'The Chinese name 电站 exists already'],
    ['fields', '字段', 'contract/src/fields.ts exists already'],
  ])('where %s %s exists', ([plural, chinese, reason]) => {
    const before = textsOf(root)
    expect(() => planOf(readNames(plural, chinese), root)).toThrow(reason)
    expect(textsOf(root)).toEqual(before)
  })

  test.for([
    ['contract/src/entities.ts', 'export type Entity =\n', 'export type Thing =\n'],
    ['web/src/modules.ts', 'readonly WebModule[] = [\n', 'readonly WebModule[] = [\n  // none\n'],
    ['docs/glossary.md', '| 区域 ', '| 地区 '],
  ] as const)('where %s no longer has the place', ([path, from, to]) => {
    const whole = readFileSync(join(root, path), 'utf8')
    writeFileSync(join(root, path), whole.replace(from, to))
    const before = textsOf(root)
    try {
      expect(() => planOf(names, root)).toThrow(`${path}: `)
      expect(textsOf(root)).toEqual(before)
    } finally {
      writeFileSync(join(root, path), whole)
    }
  })

  test('when a file cannot be written: the others are put back', () => {
    const before = textsOf(root)
    const files = new Map([
      ['contract/src/entities.ts', 'changed'],
      ['contract/src/fresh.ts', 'fresh'],
      ['contract/src/fields.ts/below-a-file.ts', 'impossible'],
    ])
    expect(() => writeAll(files, root)).toThrow('EEXIST')
    expect(textsOf(root)).toEqual(before)
  })
})

test.each([
  ['contracts', 'contract'],
  ['spare-parts', 'spare-part'],
  ['policies', 'policy'],
  ['classes-of-risk', 'classes-of-risk'],
  ['crosses', 'cross'],
  ['boxes', 'box'],
  ['leases', 'lease'],
])('the singular of %s is %s', (plural, singular) => {
  if (singular === plural) expect(() => readNames(plural, '某')).toThrow('looks like a singular')
  else expect(readNames(plural, '某').singular).toBe(singular)
})

test('both numbers can be given', () => {
  expect(readNames('data', '数据', 'datum')).toEqual({ plural: 'data', singular: 'datum', chinese: '数据' })
})
