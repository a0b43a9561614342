import type { DepartmentNode } from '@heliodesk/contract/departments.ts'
import { expect, test } from 'vitest'
import { removalRefusal } from './removal.ts'

const node = (
  memberCount: number,
  stationCount: number,
  children: DepartmentNode[] = [],
): DepartmentNode => ({
  id: '1',
  key: '1',
  value: '1',
  title: '西部区域',
  parentId: null,
  departName: '西部区域',
  orgCode: 'A01',
  status: '1',
  departOrder: 1,
  version: 1,
  isLeaf: children.length === 0,
  memberCount,
  stationCount,
  children,
})

test.for<[string, DepartmentNode, string | null]>([
  ['an empty one', node(0, 0), null],
  ['its people and stations', node(3, 1200), '部门“西部区域”下还有 3 名用户、1,200 座电站，不能删除'],
  [
    'those of a department below it count there',
    node(5, 2, [node(5, 2)]),
    '部门“西部区域”下还有 1 个下级部门，不能删除',
  ],
])('what keeps a department: %s', ([, department, refusal]) => {
  expect(removalRefusal(department)).toBe(refusal)
})
