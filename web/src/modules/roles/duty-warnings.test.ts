import type { PermissionNode } from '@heliodesk/contract/roles.ts'
import { expect, it } from 'vitest'
import { warningsOf } from './duty-warnings.ts'
import { indexTree } from './grants.ts'
import { wordsOf } from './RoleHistory.tsx'

const button = (key: string, code: string): PermissionNode => ({
  key,
  value: key,
  title: code,
  label: code,
  slotTitle: code,
  icon: null,
  parentId: null,
  menuType: 2,
  code,
  ruleFlag: 0,
  isLeaf: true,
  grantable: true,
  children: [],
})

const tree = indexTree([
  button('1', 'order:create'),
  button('2', 'order:check'),
  button('3', 'order:execute'),
  button('4', 'order:list'),
])
const elsewhere = [{ permissionId: '2', userCount: 3, roleNames: ['站长', '值班员'] }]

it('warns of pairs inside the role, with all its people', () => {
  expect(warningsOf(tree, new Set(['1', '2', '4']), { userCount: 12, elsewhere: [] })).toEqual([
    { key: 'createCheck', fact: '涉及 12 人' },
  ])
  expect(warningsOf(tree, new Set(['1', '2']))).toEqual([{ key: 'createCheck', fact: undefined }])
})

it('warns of pairs that members complete through other roles, with these people only', () => {
  expect(warningsOf(tree, new Set(['1']), { userCount: 12, elsewhere })).toEqual([
    { key: 'createCheck', fact: '涉及 3 人', note: '其中一项来自站长、值班员。' },
  ])
})

it('is silent about pairs of which the role has nothing, and about half a pair', () => {
  expect(warningsOf(tree, new Set(['4']), { userCount: 12, elsewhere })).toEqual([])
  expect(warningsOf(tree, new Set(['1', '3']), { userCount: 12, elsewhere: [] })).toEqual([])
})

const event = { id: '1', actorName: '李慧', time: '2026-11-18 16:02:00', added: [], removed: [], edited: [] }

it.each([
  ['创建', { action: 'create' as const }, '新建角色'],
  ['授权', { action: 'grant' as const, added: ['甲', '乙'], removed: ['丙'] }, '新增 甲、乙；收回 丙'],
  ['成员', { action: 'member' as const, removed: ['王强'] }, '移出 王强'],
  [
    '字段',
    { action: 'edit' as const, edited: [{ title: '描述', from: '', to: '巡检' }] },
    '描述：（空） → 巡检',
  ],
])('says what a change did: %s', (_what, change, words) => {
  expect(wordsOf({ ...event, ...change })).toBe(words)
})
