import { exportCalls } from '@heliodesk/contract/exports.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { fetchFile, makeNext } from '../../../test/exports.ts'
import { hire } from '../../../test/hire.ts'
import { useSheets } from './sheet.fixture.ts'

const site = useSheets()
const { harness } = site

let closed: string
let open: string

beforeAll(async () => {
  await site.threeItems()
  const order = await site.assessed()
  const submitted = await site.submit(order)
  await site.review(order.id, 1, 54)
  await site.review(order.id, 2, 30, { examineSuggest: '保持' })
  await site.check(submitted, true)
  ;[closed, open] = [order.id, (await site.assessed()).id]
})

async function exported(token: string, query: { psId?: string } = {}) {
  const { id } = await harness.call(token, exportCalls.add, {
    kind: 'appearanceScores',
    format: 'csv',
    query,
  })
  await makeNext(harness)
  const { rawPayload } = await fetchFile(harness, token, id)
  return parse(rawPayload, { bom: true, columns: true }) as Record<string, string>[]
}
const codeOf = async (id: string) =>
  (await harness.owner.query<{ work_code: string }>('select work_code from work_order where id = $1', [id]))
    .rows[0]!.work_code

describe('the export of appearance scores', () => {
  it('has each item of each sheet with its marks, the accepted sheets first', async () => {
    const rows = await exported(site.people.master.token)
    expect(rows).toHaveLength(6)
    expect(new Set(rows.map((row) => row['工单编号'])).size).toBe(2)
    const short = rows.map((row) => [
      row['状态'],
      row['总分'],
      row['检查项'],
      row['分值'],
      row['不涉及'],
      row['自评'],
      row['得分'],
      row['评审建议'],
    ])
    expect(short).toEqual([
      ['已完成', '93.3', '围栏', '60', '否', '60', '54', ''],
      ['已完成', '93.3', '消防', '30', '否', '30', '30', '保持'],
      ['已完成', '93.3', '宿舍', '10', '是', '', '', ''],
      ['处理中', '', '围栏', '60', '否', '60', '', ''],
      ['处理中', '', '消防', '30', '否', '30', '', ''],
      ['处理中', '', '宿舍', '10', '是', '', '', ''],
    ])
    expect(rows.map((row) => row['工单编号'])).toEqual([
      ...Array<string>(3).fill(await codeOf(closed)),
      ...Array<string>(3).fill(await codeOf(open)),
    ])
    expect(rows[0]!['验收时间']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('is narrowed to a station', async () => {
    expect(await exported(site.people.master.token, { psId: site.stationId })).toHaveLength(6)
    const other = harness.tenant.stations.find(({ id }) => id !== site.stationId)!
    expect(await exported(site.people.master.token, { psId: other.id })).toEqual([])
  })

  it('has nothing from outside the scope or of another company', async () => {
    const { token } = await hire(harness, {
      username: 'score.outsider',
      codes: ['order:list', 'order:export'],
      depCode: 'A01A01',
    })
    expect(await exported(token)).toEqual([])
    expect(await exported(token, { psId: site.stationId })).toEqual([])
    expect(await exported(site.people.foreigner.token)).toEqual([])
  })

  it('is refused without the right to export orders', async () => {
    const { token } = await hire(harness, {
      username: 'score.reader',
      codes: ['order:list'],
      depCode: 'A01A02',
    })
    const { message } = await harness.refused(token, exportCalls.add, {
      kind: 'appearanceScores',
      format: 'csv',
      query: {},
    })
    expect(message).toMatch(/导出工单|权限/)
  })
})
