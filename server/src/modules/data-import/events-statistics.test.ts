import { orderStatisticsCalls } from '@heliodesk/contract/order-statistics.ts'
import { expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire } from '../../../test/hire.ts'
import { fixture, importNow } from './upload.fixture.ts'

const harness = useHarness()

const byText = (one: string, other: string) => (one < other ? -1 : 1)

it('imported events are counted by asset, site and year as in the file', async () => {
  const { token } = await hire(harness, {
    username: 'event.importer',
    codes: ['import:run', 'order:list', 'station:edit', 'order:create', 'statistics:view'],
    depCode: 'A01A02',
  })
  const content = await fixture('pvops-events.csv')
  await importNow(harness, token, { kind: 'events', depCode: 'A01A02', content })
  const lines = content.toString().trim().split('\n').slice(1)
  const rows = lines.map((line) => line.trim().split(','))
  const inFile = (keyOf: (row: string[]) => string) =>
    [...Map.groupBy(rows, keyOf)].map(([key, { length }]) => `${key} ${length}`).toSorted(byText)
  const counted = async (by: 'subclass' | 'station' | 'year') => {
    const found = await harness.call(token, orderStatisticsCalls.groups, {
      begin: '2016-01-01',
      end: '2025-12-31',
      by,
    })
    return found.rows.map(({ name, created }) => `${name} ${created}`).toSorted(byText)
  }
  const titles: Record<string, string> = {
    Inverter: '逆变器',
    Combiner: '汇流箱',
    Tracker: '跟踪支架',
    Transformer: '变压器',
    Facility: '场站设施',
    Other: '其他',
  }
  expect(await counted('subclass')).toEqual(inFile(([, , , asset]) => titles[asset!]!))
  expect(await counted('station')).toEqual(inFile(([site]) => `历史站点 ${site}`))
  expect(await counted('year')).toEqual(inFile(([, , start]) => start!.slice(0, 4)))
})
