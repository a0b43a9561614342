import { z } from 'zod'
import { day, id, keyOf, named, text } from './fields.ts'

export const cleaningMethods = { own: '自有', contract: '外委' } as const
export const cleaningMethod = keyOf(cleaningMethods, '请选择清洗方式')

export const cleaningStates = { planned: '未清洗', done: '已清洗', accepted: '已验收' } as const
export const cleaningState = keyOf(cleaningStates, '状态不正确')

/** The filters of the list of cleanings and of its export. */
export const cleaningQuery = z.object({
  orderId: named('工单', id.optional()),
  psId: named('电站', id.optional()),
  state: named('状态', cleaningState.optional()),
  method: named('清洗方式', cleaningMethod.optional()),
  from: named('开始日期', day.optional()),
  to: named('结束日期', day.optional()),
  keyword: named('工单编号或区域', text(64).default('')),
})
