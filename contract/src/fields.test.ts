import { expect, test } from 'vitest'
import { z } from 'zod'
import { accessCalls } from './access.ts'
import { importColumns } from './data-import.ts'
import { isJoined, isPatch, joined, patch } from './fields.ts'
import { titleOfPermission } from './permissions.ts'
import { defaultSystemSettings } from './settings.ts'

test('what is a partial update, and what is stored as joined texts, is remembered of a schema', () => {
  const [object, text] = [z.object({ a: z.string() }), z.string()]
  expect([isPatch(object), isJoined(text)]).toEqual([false, false])
  expect([isPatch(patch(object)), isJoined(joined(text))]).toEqual([true, true])
})

test.each([
  ['', false],
  ['1', true],
  [Array.from({ length: 500 }, (_each, at) => at + 1).join(), true],
  [Array.from({ length: 501 }, (_each, at) => at + 1).join(), false],
])('1 to 500 people leave a role at once (%#)', (userIds, expected) => {
  expect(accessCalls.removeMembers.input.safeParse({ roleId: '1', userIds }).success).toBe(expected)
})

test.each([
  ['order:list', '查看工单'],
  ['order:of-a-newer-server', 'order:of-a-newer-server'],
  ['toString', 'toString'],
])('the permission %s is called %s', (code, title) => {
  expect(titleOfPermission(code)).toBe(title)
})

test('a file of an import needs these columns', () => {
  const required = Object.entries(importColumns).map(([kind, columns]) => [
    kind,
    Object.values<{ title: string; required?: true }>(columns).flatMap((each) =>
      each.required ? each.title : [],
    ),
  ])
  expect(Object.fromEntries(required)).toEqual({
    stations: ['电站名称'],
    events: ['站点编号', '投运日期', '事件开始时间', '设备'],
    generation: ['日期', '发电量(kWh)'],
    telemetry: ['时间'],
    devices: ['设备名称', '电站', '设备类型'],
    users: ['账号', '姓名'],
    items: ['分类', '项目名称', '方法'],
  })
})

test('a new company has the safe settings: sign-in by phone, and no second factor demanded', () => {
  expect(defaultSystemSettings).toMatchObject({
    hasScreen: false,
    fixedHide: false,
    phoneLogin: true,
    adminSecondFactor: false,
    sessionHours: 8760,
    mailbox: true,
  })
})
