import { exportCalls as calls } from '@heliodesk/contract/exports.ts'
import { orderTitles } from '@heliodesk/contract/work-order-list.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire, signInAdministrator } from '../../../test/hire.ts'
import { addOrders, ask, csvRows, exportNow, fetchFile, look, makeNext } from '../../../test/exports.ts'
import { partOf } from '../../../test/zip.ts'

const harness = useHarness()
const ORDERS = 130
let admin: string
let master: string

beforeAll(async () => {
  await addOrders(harness, harness.tenant, ORDERS)
  await addOrders(harness, harness.otherTenant, 7)
  admin = await signInAdministrator(harness, harness.tenant)
  master = await harness.signIn('a_master')
})

type Query = Extract<Sent<typeof calls.add>, { kind: 'workOrders' }>['query']

const fields = Object.keys(orderTitles) as (keyof typeof orderTitles)[]

/** The rows that the list shows with the same filters. */
async function listed(token: string, query: Query) {
  const { pageList } = await harness.call(token, workOrderCalls.page, { ...query, size: 500 })
  return pageList.map((order) => {
    const loss = order.flowSts < 4 && order.lossPower > 0 ? order.lossPower : null
    return fields.map((field) => (field === 'lossPower' ? loss : order[field]))
  })
}

const safe = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text)
const asTexts = (rows: (string | number | null)[][]) =>
  rows.map((row) => row.map((cell) => (typeof cell === 'number' ? String(cell) : safe(cell ?? ''))))

/** Days as fractions are slightly off whole seconds. */
const toSecond = (cell: unknown) =>
  cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell

describe('an export of work orders', () => {
  it('has every row and column of the list as CSV, and no formula', async () => {
    const [titles, ...rows] = await csvRows(harness, admin)
    expect(titles).toEqual(fields.map((field) => (field === 'overHours' ? '超时 h' : orderTitles[field])))
    expect(rows).toHaveLength(ORDERS)
    expect(rows).toEqual(asTexts(await listed(admin, {})))
    const texts = rows.map((row) => row[4])
    expect(texts).toEqual(
      expect.arrayContaining(["'=cmd|calc", "'-1 + 2", "'@和 <b>&</b>", '含“引号", 逗号', '第一行\n第二行']),
    )
  })

  it('is UTF-8 with a byte order mark and lines that Windows ends', async () => {
    const { id } = await exportNow(harness, admin, { format: 'csv' })
    const { rawPayload, headers } = await fetchFile(harness, admin, id)
    expect(rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(rawPayload.toString()).toMatch(/^.工单编号,状态,电站,.*创建时间\r\n.*\r\n$/s)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  })

  it('has them as XLSX too, with numbers as numbers and times as times', async () => {
    const job = await exportNow(harness, admin, { format: 'xlsx' })
    expect(job).toMatchObject({
      state: 'done',
      rowCount: ORDERS,
      doneCount: ORDERS,
      error: null,
      attempts: 1,
    })
    const { rawPayload, headers } = await fetchFile(harness, admin, job.id)
    expect(rawPayload).toHaveLength(job.size!)
    expect(headers['content-disposition']).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(job.fileName)}`,
    )
    expect(job.fileName).toMatch(/^工单_\d{14}\.xlsx$/)
    const [titles, ...rows] = await readSheet(rawPayload)
    expect(titles).toHaveLength(fields.length)
    const expected = (await listed(admin, {})).map((row) =>
      row.map((cell, at) =>
        fields[at]!.endsWith('Time') && cell !== null
          ? new Date(`${String(cell).replace(' ', 'T')}Z`)
          : cell === ''
            ? null
            : cell,
      ),
    )
    expect(rows.map((row) => row.map(toSecond))).toEqual(expected)
    const sheet = partOf(rawPayload, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<col min="5" max="5" width="40" customWidth="1"/>')
    expect(sheet).toContain(`<autoFilter ref="A1:Y${ORDERS + 1}"/>`)
  })

  it('says who exported it and when, unless the company wants no mark', async () => {
    const parts = async () => {
      const { id } = await exportNow(harness, master, { format: 'xlsx' })
      const { rawPayload } = await fetchFile(harness, master, id)
      return [partOf(rawPayload, 'xl/worksheets/sheet1.xml'), rawPayload.toString('latin1')] as const
    }
    const { id, realname } = await harness.call(master, sessionCalls.me, {})
    await harness.owner.query(`update app_user set phone = '13755551234' where id = $1`, [id])
    const [sheet, archive] = await parts()
    const said = `导出人：${realname} 1234　导出时间：20`
    expect(sheet).toContain(`<oddHeader>&amp;R${said}`)
    expect(sheet).toContain(`<oddFooter>&amp;L${said}`)
    expect(archive).toContain('docProps/core.xml')
    const mark = async (on: boolean) => {
      const { version } = await harness.call(admin, settingCalls.system, {})
      await harness.call(admin, settingCalls.editSystem, { version, exportMark: on })
    }
    await mark(false)
    const [plain, plainArchive] = await parts()
    expect(plain).not.toContain('导出人')
    expect(plainArchive).not.toContain('docProps')
    await mark(true)
  })

  it.each<[string, Query]>([
    ['the state', { flowSts: [1, 2] }],
    ['words', { keyword: '组件清洗 1' }],
    ['a work code', { keyword: 'GD2025010100001' }],
    ['overdue orders, the longest first', { overdue: true, orderField: 'overHours', orderType: 'desc' }],
    ['losses', { flowSts: [1, 2, 3], orderField: 'lossPower', orderType: 'desc' }],
    ['the planned end, oldest first', { orderField: 'planEndTime', orderType: 'asc' }],
    ['nothing at all', { keyword: '没有这样的工单' }],
  ])('filters and orders as the list does: %s', async (_name, query) => {
    const [, ...rows] = await csvRows(harness, admin, { query })
    expect(rows).toEqual(asTexts(await listed(admin, query)))
  })

  it('is cut to the scope of who asks', async () => {
    const [, ...rows] = await csvRows(harness, master)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(ORDERS)
    expect(rows).toEqual(asTexts(await listed(master, {})))
  })

  it('finds nothing by another company’s stations, projects and people', async () => {
    const { stations, users } = harness.otherTenant
    for (const query of [
      { psId: [stations[0]!.id] },
      { psaId: [stations[0]!.psaId] },
      { liableUserId: users['b_worker']!.id },
    ]) {
      const [, ...rows] = await csvRows(harness, admin, { query })
      expect(rows).toEqual([])
    }
  })

  it('knows whose own orders are meant', async () => {
    const { token } = await hire(harness, { username: 'own.orders', codes: ['order:list', 'order:export'] })
    const [, ...rows] = await csvRows(harness, token, { query: { mine: true } })
    expect(rows).toEqual([])
  })

  it('has the times of the tenant’s zone', async () => {
    await harness.owner.query(`update tenant set time_zone = 'America/New_York' where id = $1`, [
      harness.tenant.tenantId,
    ])
    const [, first] = await csvRows(harness, admin)
    const [shown] = await listed(admin, {})
    await harness.owner.query(`update tenant set time_zone = 'Asia/Shanghai' where id = $1`, [
      harness.tenant.tenantId,
    ])
    const [, later] = await csvRows(harness, admin)
    expect(first!.at(-1)).toBe(shown!.at(-1))
    expect(later!.at(-1)).not.toBe(first!.at(-1))
  })
})

describe('the right to export', () => {
  it('is asked for with the question', async () => {
    const { token } = await hire(harness, { username: 'no.export', codes: ['order:list'] })
    const input = { kind: 'workOrders', format: 'csv', query: {} }
    expect(await harness.refused(token, calls.add, input)).toMatchObject({
      status: 403,
      message: '拒绝访问：需要“导出工单”权限（order:export）',
    })
  })

  it('is asked for again when the file is made, and for another try', async () => {
    const { token, roleId } = await hire(harness, { username: 'loses.right', codes: ['order:export'] })
    const { id } = await ask(harness, token)
    await harness.owner.query('delete from role_permission where role_id = $1', [roleId])
    await makeNext(harness)
    expect(await look(harness, token, id)).toMatchObject({
      state: 'failed',
      error: '拒绝访问：需要“导出工单”权限（order:export）',
      size: null,
    })
    expect((await harness.refused(token, calls.retry, { id })).status).toBe(403)
  })

  it('ends with the account', async () => {
    const person = await hire(harness, { username: 'frozen.soon', codes: ['order:export'] })
    const { id } = await ask(harness, person.token)
    const setStatus = (status: string) =>
      harness.owner.query('update app_user set status = $1 where id = $2', [status, person.id])
    await setStatus('2')
    await makeNext(harness)
    await setStatus('1')
    expect(await look(harness, person.token, id)).toMatchObject({
      state: 'failed',
      error: '发起导出的用户已停用',
    })
  })

  it('ends at the scope of the moment when it is made', async () => {
    const person = await hire(harness, {
      username: 'moves.away',
      codes: ['order:list', 'order:export'],
      hasAllData: true,
    })
    const { id } = await ask(harness, person.token, { format: 'csv' })
    await harness.owner.query(`update app_user set has_all_data = false, department_id = $1 where id = $2`, [
      harness.tenant.departments['A01A01'],
      person.id,
    ])
    await makeNext(harness)
    const expected = await listed(person.token, {})
    expect(expected.length).toBeLessThan(ORDERS)
    expect(await look(harness, person.token, id)).toMatchObject({ rowCount: expected.length })
  })
})

describe('an export belongs to who asked for it', () => {
  it.each(['a_manager', 'b_master'])('%s neither sees nor touches it', async (name) => {
    const { id } = await exportNow(harness, admin, { format: 'csv' })
    const other = await harness.signIn(name)
    expect((await harness.call(other, calls.page, {})).rowCount).toBe(0)
    expect(await harness.call(other, calls.progress, { ids: [id] })).toEqual([])
    for (const call of [calls.cancel, calls.retry, calls.remove, calls.link]) {
      expect((await harness.refused(other, call, { id })).message).toBe('数据不存在或无权查看')
    }
  })

  it('and the newest stands first in their list', async () => {
    const { token } = await hire(harness, { username: 'has.three', codes: ['order:export'] })
    const made = [await ask(harness, token), await ask(harness, token), await ask(harness, token)]
    const { pageList, rowCount } = await harness.call(token, calls.page, { size: 2 })
    expect(rowCount).toBe(3)
    expect(pageList.map(({ id }) => id)).toEqual([made[2]!.id, made[1]!.id])
    for (const { id } of made) await harness.call(token, calls.cancel, { id })
  })
})
