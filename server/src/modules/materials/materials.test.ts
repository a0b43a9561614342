import { materialCalls as calls } from '@heliodesk/contract/materials.ts'
import { beforeAll, expect, it } from 'vitest'
import { Transaction } from '../../kernel/transaction.ts'
import { useHarness } from '../../../test/harness.ts'
import { addCategories } from './first-data.ts'

const harness = useHarness()

beforeAll(async () => {
  const transaction = await Transaction.begin(harness.pool, 'command')
  await transaction.enterTenant(harness.tenant.tenantId)
  await addCategories(transaction)
  await transaction.commit()
})

it('answers the classes of a use as a tree of materialTypeCode, materialTypeName and children', async () => {
  const token = await harness.signIn('a_worker')
  const spare = await harness.call(token, calls.categories, { belongTo: 'spare' })
  expect(spare.map(({ materialTypeCode, materialTypeName }) => [materialTypeCode, materialTypeName])).toEqual(
    [
      ['01', '阵列汇流'],
      ['02', '电气一次'],
      ['03', '二次通讯'],
      ['04', '监测'],
    ],
  )
  expect(spare[0]!.children).toContainEqual({
    materialTypeCode: '0101',
    materialTypeName: '组件与组串附件',
    children: [],
  })
  const tools = await harness.call(token, calls.categories, { belongTo: 'tool' })
  expect(tools.map(({ materialTypeCode }) => materialTypeCode)).toEqual(['05'])
  const { body } = await harness.request('POST', calls.categories.path, { token, body: { belongTo: '' } })
  expect(body).toMatchObject({ result_code: '1', result_data: [...spare, ...tools] })
})

it('answers nothing of another company, and refuses a use that there is not', async () => {
  const foreigner = await harness.signIn('b_admin')
  expect(await harness.call(foreigner, calls.categories, {})).toEqual([])
  expect((await harness.refused(foreigner, calls.categories, { belongTo: "x' or 1=1" })).message).toBe(
    '参数有误：所属（belongTo）：所属应为 spare 或 tool',
  )
})
