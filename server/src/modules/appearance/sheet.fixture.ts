import { appearanceSheetCalls as calls } from '@heliodesk/contract/appearance-sheet.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { upload } from '../../../test/files.ts'
import { planned, useSite } from '../../../test/site.ts'

export type Seen = { id: string; version: number }

/** A site with three items of 100 marks, and the steps of a sheet. */
export function useSheets() {
  const site = useSite()
  const { harness } = site
  const token = (who: keyof typeof site.people) => site.people[who].token

  /** 围栏 60 with a photo, 消防 30 that every station has, 宿舍 10 without photos. */
  const threeItems = async () => {
    await harness.owner.query(`update appearance_item set deleted_at = now() where tenant_id = $1`, [
      harness.tenant.tenantId,
    ])
    await harness.owner.query(
      `insert into appearance_item (tenant_id, place, category, project, content_list, mark, need_photo, may_not_involve,
         updated_at, updated_by)
       values ($1, 1, '外围', '围栏', '{无缺口}', 60, true, true, now(), null),
         ($1, 2, '安全', '消防', '{压力正常}', 30, false, false, now(), null),
         ($1, 3, '生活', '宿舍', '{整洁}', 10, false, true, now(), null)`,
      [harness.tenant.tenantId],
    )
  }
  const begun = async (): Promise<Seen> => {
    const order = await site.create({ taskType: 18 })
    const assigned = await harness.call(token('master'), workOrderCalls.reformAssign, {
      reformType: '18',
      id: order.id,
      version: order.version,
      liableUserId: site.people.worker.id,
      ...planned,
    })
    return harness.call(token('worker'), workOrderCalls.start, assigned)
  }
  const sheetOf = async (orderId: string, who: keyof typeof site.people = 'master') => {
    const sheet = await harness.call(token(who), calls.sheet, { orderId })
    if (!sheet) throw new Error('no sheet')
    return sheet
  }
  const versionOf = async (orderId: string, no: number) =>
    (await sheetOf(orderId)).rowList.find((row) => row.no === no)!.version
  const assess = async (orderId: string, no: number, given: object) =>
    harness.call(token('worker'), calls.assess, {
      orderId,
      rowList: [{ no, version: await versionOf(orderId, no), ...given }],
    })
  const photograph = async (orderId: string, no: number) => {
    const { path } = await upload(harness, token('worker'), { purpose: 'step' })
    return harness.call(token('worker'), calls.addPhoto, { orderId, no, path })
  }
  const review = async (orderId: string, no: number, score: number, given: object = {}) =>
    harness.call(token('master'), calls.review, {
      orderId,
      rowList: [{ no, version: await versionOf(orderId, no), score, ...given }],
    })
  const rework = async (orderId: string, no: number, note = '已补齐') =>
    harness.call(token('worker'), calls.rework, {
      orderId,
      no,
      version: await versionOf(orderId, no),
      note,
    })
  const work = async ({ id, version }: Seen) => ({
    reformType: '18' as const,
    id,
    version,
    submit: true,
    ...(await site.filled(id)),
  })
  const submit = async (order: Seen) =>
    harness.call(token('worker'), workOrderCalls.reformExecute, await work(order))
  const check = (order: Seen, pass: boolean, given: object = {}) =>
    harness.call(token('master'), workOrderCalls.reformCheck, {
      reformType: '18',
      id: order.id,
      version: order.version,
      pass,
      ...(pass ? {} : { auditOpinion: '请整改' }),
      ...given,
    })
  const checkRefused = (order: Seen, pass: boolean, given: object = {}) =>
    harness.refused(token('master'), workOrderCalls.reformCheck, {
      reformType: '18',
      id: order.id,
      version: order.version,
      pass,
      auditOpinion: '请整改',
      ...given,
    })
  /** Assessed in full: 围栏 60, 消防 30, 宿舍 is not there. */
  const assessed = async () => {
    const order = await begun()
    await photograph(order.id, 1)
    await assess(order.id, 1, { selfScore: 60 })
    await assess(order.id, 2, { selfScore: 30 })
    await assess(order.id, 3, { isNotInvolve: true, notInvolveReason: '无人值守' })
    return order
  }
  return Object.assign(site, {
    threeItems,
    begun,
    sheetOf,
    assess,
    photograph,
    review,
    rework,
    work,
    submit,
    check,
    checkRefused,
    assessed,
  })
}
