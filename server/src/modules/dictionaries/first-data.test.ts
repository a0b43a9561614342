import { siteTypes } from '@heliodesk/contract/stations.ts'
import {
  businessSource,
  flowStatuses,
  sourceCategory,
  taskCategory,
  productTypes,
} from '@heliodesk/contract/work-order-rules.ts'
import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'

const harness = useHarness()

const itemsOf = async (code: string) => {
  const { rows } = await harness.owner.query<{ item_value: string; item_text: string }>(
    `select i.item_value, i.item_text from dictionary_item i
       join dictionary d on d.tenant_id = i.tenant_id and d.id = i.dictionary_id
     where d.tenant_id = $1 and d.dict_code = $2 and d.built_in order by i.sort_order`,
    [harness.tenant.tenantId, code],
  )
  return rows.map((row) => [row.item_value, row.item_text])
}

it.each([
  ['taskType', productTypes],
  ['flowSts', flowStatuses],
  ['siteType', siteTypes],
])('%s has the values and texts of the contract', async (code, texts) => {
  expect(await itemsOf(code)).toEqual(Object.entries(texts))
})

it.each([
  ['taskCategory', taskCategory],
  ['opsBusinessSource', businessSource],
  ['opsSourceCategory', sourceCategory],
])('%s has the values that the contract names', async (code, values) => {
  expect(new Set((await itemsOf(code)).map(([value]) => value))).toEqual(new Set(Object.values(values)))
})

it('has a dictionary of subclasses for every type of task', async () => {
  for (const [type, title] of Object.entries(productTypes))
    expect(await itemsOf(`workSubclass_${type}`), title).not.toEqual([])
})
