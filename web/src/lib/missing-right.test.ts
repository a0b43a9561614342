import { expect, test } from 'vitest'
import { missingRightOf } from './missing-right.ts'

test.each([
  ['missing_right', '拒绝访问：需要“导出工单”权限（order:export）', 'order:export'],
  ['missing_right', '拒绝访问', null],
  ['token_barred', '此令牌不能使用（order:export）', null],
  ['order.stale', '工单已在别处更新', null],
])('%s, %s: names %s', (code, message, right) => {
  expect(missingRightOf({ code, message })).toBe(right)
})
