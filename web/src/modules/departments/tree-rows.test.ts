import type { DepartmentNode } from '@heliodesk/contract/departments.ts'
import { describe, expect, test } from 'vitest'
import { flattenDepartments } from '../../domain/department-tree.ts'
import { splitAtMatch } from '../../kit/Marked.tsx'
import { moveBy, openAtFirst, rowsOf, type TreeMove } from './tree-rows.ts'

type Sketch = { [name: string]: Sketch }

/** Builds a tree from names; ids are the names. */
function grow(sketch: Sketch, orgCode = '', parentId: string | null = null): DepartmentNode[] {
  return Object.entries(sketch).map(([name, below], at) => {
    const code = `${orgCode}A0${at + 1}`
    const children = grow(below, code, name)
    return {
      key: name,
      value: name,
      title: name,
      id: name,
      parentId,
      departName: name,
      orgCode: code,
      status: '1',
      departOrder: at,
      version: 1,
      isLeaf: children.length === 0,
      memberCount: 0,
      stationCount: 0,
      children,
    }
  })
}

const placed = flattenDepartments(
  grow({ 公司: { 西北: { 宁夏: {}, 青海: {} }, 华东: { 山东: {} }, 财务: {} } }),
)
const all = new Set(placed.map(({ node }) => node.id))
const shown = (opened: readonly string[], word = '') =>
  rowsOf(placed, new Set(opened), word).map(
    ({ node, depth, open }) =>
      `${'-'.repeat(depth)}${node.id}${{ true: '▾', false: '▸', null: '' }[`${open}`]}`,
  )

describe('the rows that are drawn', () => {
  test.each([
    ['nothing open', [], '', ['公司▸']],
    ['the top open', ['公司'], '', ['公司▾', '-西北▸', '-华东▸', '-财务']],
    ['a branch open below a closed top', ['西北'], '', ['公司▸']],
    ['one branch open', ['公司', '西北'], '', ['公司▾', '-西北▾', '--宁夏', '--青海', '-华东▸', '-财务']],
    ['a word finds a leaf: its way is open', [], '青海', ['公司▾', '-西北▾', '--青海']],
    ['a word finds a branch: what is below stays away', [], '华东', ['公司▾', '-华东']],
    ['a word finds codes, in any case', [], 'a01a01a02', ['公司▾', '-西北▾', '--青海']],
    ['a word finds nothing', ['公司'], '海南', []],
  ])('%s', (_name, opened, word, rows) => {
    expect(shown(opened, word)).toEqual(rows)
  })
})

test('a small tree is open at first, a big one shows its top', () => {
  expect(openAtFirst(placed)).toEqual(all)
  const wide = flattenDepartments(
    grow({ 公司: Object.fromEntries(Array.from({ length: 60 }, (_each, at) => [`部${at}`, {}])) }),
  )
  expect(openAtFirst(wide)).toEqual(new Set(['公司']))
})

describe('the keyboard', () => {
  const rows = rowsOf(placed, new Set(['公司', '西北']), '')
  test.each<[key: string, current: string, move: TreeMove | null]>([
    ['ArrowDown', '公司', { to: '西北' }],
    ['ArrowDown', '财务', null],
    ['ArrowUp', '宁夏', { to: '西北' }],
    ['ArrowUp', '公司', null],
    ['Home', '财务', { to: '公司' }],
    ['End', '公司', { to: '财务' }],
    ['ArrowRight', '华东', { open: '华东' }],
    ['ArrowRight', '西北', { to: '宁夏' }],
    ['ArrowRight', '财务', null],
    ['ArrowLeft', '西北', { close: '西北' }],
    ['ArrowLeft', '青海', { to: '西北' }],
    ['ArrowLeft', '华东', { to: '公司' }],
    ['ArrowDown', '不存在', null],
    ['x', '公司', null],
  ])('%s on %s', (key, current, move) => {
    expect(moveBy(key, rows, current)).toEqual(move)
  })
})

test.each([
  ['宁夏运维中心', '运维', ['宁夏', '运维', '中心']],
  ['EPC 部', 'epc', ['', 'EPC', ' 部']],
  ['财务部', '', ['财务部', '', '']],
  ['财务部', '运维', ['财务部', '', '']],
])('%s is split at %s', (text, word, parts) => {
  expect(splitAtMatch(text, word)).toEqual(parts)
})
