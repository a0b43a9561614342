import {
  fieldInspectionCalls as field,
  inspectionSheetCalls as calls,
} from '@heliodesk/contract/inspection-sheets.ts'
import { orderRelationCalls } from '@heliodesk/contract/order-relations.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useLedger, type Device } from '../../../test/ledger.ts'
import { ROUND_ITEMS, useRounds } from './rounds.fixture.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const { worker, master, round, read, lineOf, record } = useRounds(ledger)

describe('readings join a defect of the device that is under way', () => {
  const hot = async (at: Device[], value = 96) => {
    const id = await round(ROUND_ITEMS, at)
    await record(id, '低压桩头温度 A 相', { value, isReread: true })
    return id
  }
  const join = (orderId: string, defectId: string) => ({ orderId, stop: 1, defectId })
  const refused = async (orderId: string, defectId: string) =>
    (await harness.refused(worker(), calls.joinDefect, join(orderId, defectId))).message
  let at: Device[] = []
  let known = { orderId: '', workCode: '' }
  beforeAll(async () => {
    at = [await ledger.add('8 号箱变'), await ledger.add('9 号箱变')]
    known = await harness.call(worker(), calls.toDefect, {
      orderId: await hot(at),
      stop: 1,
      text: '桩头发热',
    })
  })

  it('once, with a relation, although they are told of again', async () => {
    const id = await hot(at)
    const { orderId, workCode } = known
    const answers = await Promise.allSettled(
      [1, 2].map(() => harness.call(worker(), calls.joinDefect, join(id, orderId))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await record(id, '相间温差', { parts: [96, 48, 47] })
    const { sheet } = await harness.call(worker(), calls.joinDefect, join(id, orderId))
    expect(lineOf(sheet, '低压桩头温度 A 相').defect).toEqual({ orderId, workCode })
    expect(lineOf(sheet, '相间温差').defect).toEqual({ orderId, workCode })
    const { rows } = await harness.call(master(), orderRelationCalls.list, { orderId: id })
    expect(rows.map(({ order }) => order.id)).toEqual([orderId])
    expect(await refused(id, orderId)).toMatch(/没有待处理的异常/)
  })

  it('unless it is less grave, of another device, closed meanwhile, unseen or of another company', async () => {
    const id = await hot(at, 135)
    expect(await refused(id, known.orderId)).toMatch(/本次异常为 I 级，重于 .* 的 II 级，请转新的缺陷/)
    await record(id, '低压桩头温度 A 相', { value: 96, isReread: true })
    const { id: plain, workCode } = await site.create()
    expect(await refused(id, plain)).toBe(`缺陷工单（defectId）：${workCode} 不是该设备的缺陷，不能并入`)
    expect(await refused(await hot(at.toReversed()), known.orderId)).toMatch(/不是该设备的缺陷/)
    for (const [who, psId] of [
      ['outsider', ledger.east],
      ['foreigner', harness.otherTenant.stations[0]!.id],
    ] as const) {
      const { token } = site.people[who]
      const unseen = await harness.call(token, workOrderCalls.insert, {
        psId,
        taskType: 8,
        taskDescription: '桩头发热',
        defectLevel: 'II',
      })
      expect(await refused(id, unseen.id)).toMatch(/不存在/)
      const theirs = join(id, known.orderId)
      expect((await harness.refused(token, calls.joinDefect, theirs)).message).toMatch(/不存在|拒绝访问/)
    }
    const { version } = await harness.call(master(), workOrderCalls.version, { id: known.orderId })
    await harness.call(master(), workOrderCalls.terminate, { id: known.orderId, version, reason: '误报' })
    expect(await refused(id, known.orderId)).toMatch(/已关闭，请转新的缺陷/)
    expect(lineOf(await read(id), '低压桩头温度 A 相').defect).toBe(null)
  })

  describe('from a phone', () => {
    const found = async (id: string) => (await read(id)).stopList[0]!.defectList
    const act = (id: string, defectId: string, token = worker()) => ({
      token,
      given: { id, at: harness.clock.now().getTime(), skew: 0, stop: 1, defectId, workCode: 'GD' },
    })
    const send = async (id: string, defectId: string) => {
      const { token, given } = act(id, defectId)
      return harness.call(token, field.join, given)
    }
    const said = async (id: string, defectId: string, token = worker()) => {
      const { given } = act(id, defectId)
      return (await harness.refused(token, field.join, given)).message
    }
    let first = { orderId: '', workCode: '' }
    beforeAll(async () => {
      at = [await ledger.add('10 号箱变'), await ledger.add('11 号箱变')]
      const { orderId, workCode } = await harness.call(worker(), calls.toDefect, {
        orderId: await hot(at),
        stop: 1,
        text: '桩头发热',
      })
      first = { orderId, workCode }
    })

    it('the sheet says which defects of the device are under way, and readings join one once', async () => {
      const id = await hot(at)
      expect(await found(id)).toMatchObject([{ ...first, defectLevel: 'II', taskDescription: '桩头发热' }])
      const answers = await Promise.all([1, 2].map(() => send(id, first.orderId)))
      expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'same'])
      expect(lineOf(await read(id), '低压桩头温度 A 相').defect).toMatchObject(first)
      const { rows } = await harness.owner.query(
        "select from inspection_event where order_id = $1 and action = 'defect'",
        [id],
      )
      expect(rows).toHaveLength(1)
      const { rows: related } = await harness.call(master(), orderRelationCalls.list, { orderId: id })
      expect(related.map(({ order }) => order.id)).toEqual([first.orderId])
    })

    it('or are refused, in words that say why', async () => {
      const id = await hot(at, 135)
      expect(await said(id, first.orderId)).toMatch(/重于 .* 的 II 级，请转新的缺陷/)
      await record(id, '低压桩头温度 A 相', { value: 96, isReread: true })
      const { id: plain } = await site.create()
      expect(await said(id, plain)).toMatch(/不是该设备的缺陷/)
      expect(await said(id, first.orderId, site.people.foreigner.token)).toMatch(/不存在|拒绝访问/)
      const { version } = await harness.call(master(), workOrderCalls.version, { id: first.orderId })
      await harness.call(master(), workOrderCalls.terminate, { id: first.orderId, version, reason: '误报' })
      expect(await said(id, first.orderId)).toMatch(/已关闭，请转新的缺陷/)
      expect(await found(id)).toEqual([])
      await record(id, '低压桩头温度 A 相', { value: 50, isReread: true })
      expect(await said(id, first.orderId)).toMatch(/没有待处理的异常/)
    })
  })
})
