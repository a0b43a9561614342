import { gradingCalls } from '@heliodesk/contract/defect-gradings.ts'
import { defectCalls as calls } from '@heliodesk/contract/defects.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { useSite } from '../../../test/site.ts'

const site = useSite()
const { harness } = site

const NOW = '2030-06-01T02:00:00Z'
const suggest = async (taskDescription: string, deviceId?: string) =>
  (
    await harness.call(site.people.worker.token, gradingCalls.suggestion, {
      taskDescription,
      ...(deviceId && { deviceId }),
    })
  ).grading

/** A device of this type at the site, or at another station. */
async function device(type: string, stationId = site.stationId): Promise<string> {
  const { rows } = await harness.owner.query<{ id: string }>(
    `insert into device (tenant_id, station_id, name, type_id)
     select t.tenant_id, $2, t.name || ' ' || gen_random_uuid(), t.id from device_type t
     where t.tenant_id = $1 and t.code = $3 returning id`,
    [harness.tenant.tenantId, stationId, type],
  )
  return rows[0]!.id
}

describe('the grades', () => {
  const set = async (change: object) => {
    const { version } = await harness.call(site.people.admin.token, settingCalls.business, {})
    await harness.call(site.people.admin.token, settingCalls.editBusiness, { version, ...change })
  }
  afterEach(() => set({ defectI: { label: '紧急', recoverHours: 24 } }))

  it('/defect/level/defectType has three, with the limits of the trade', async () => {
    expect(await harness.call(site.people.worker.token, calls.levels, {})).toEqual([
      { defectLevel: 'I', label: '紧急', respondMinutes: 15, arriveHours: 2, recoverHours: 24 },
      { defectLevel: 'II', label: '重大', respondMinutes: 60, arriveHours: 24, recoverHours: 168 },
      { defectLevel: 'III', label: '一般', respondMinutes: 1440, arriveHours: 72, recoverHours: 720 },
    ])
  })

  it('are named and limited by the company, and orders show its names', async () => {
    const order = await site.create({ taskType: 8, defectLevel: 'I' })
    expect(order).toMatchObject({ defectLevel: 'I', defectLevelLabel: 'I 紧急' })
    await set({ defectI: { label: '危急', recoverHours: 12 } })
    const [first] = await harness.call(site.people.worker.token, calls.levels, {})
    expect(first).toMatchObject({ label: '危急', recoverHours: 12, respondMinutes: 15 })
    const detail = await harness.call(site.people.worker.token, workOrderCalls.detail, { id: order.id })
    expect(detail.defectLevelLabel).toBe('I 危急')
    const input = { id: order.id, defectLevel: 'I' } as const
    expect(await harness.call(site.people.worker.token, calls.predict, input)).toMatchObject({
      limitHours: 12,
    })
    // Of another company, nothing changed.
    const [theirs] = await harness.call(site.people.foreigner.token, calls.levels, {})
    expect(theirs!.label).toBe('紧急')
  })
})

describe('templates', () => {
  it('/op/template/defect-grading/list-enabled has those that are enabled, the gravest first', async () => {
    const all = await harness.call(site.people.worker.token, gradingCalls.enabled, {})
    expect(all.length).toBeGreaterThan(15)
    expect(all.map(({ defectLevel }) => defectLevel)).toEqual(
      all.map(({ defectLevel }) => defectLevel).toSorted(),
    )
    expect(all.find(({ words }) => words.includes('重瓦斯'))).toMatchObject({ defectLevel: 'I' })
  })

  it('suggest a grade by the text and the device', async () => {
    const [inverter, string, transformer] = [await device('NB02'), await device('ZC01'), await device('XB01')]
    for (const [text, of, level, word] of [
      ['3 号逆变器停机', inverter, 'II', '停机'],
      ['逆变器柜内冒烟', inverter, 'I', '冒烟'],
      ['风扇异响', inverter, 'III', '风扇'],
      ['07 支路电流为零', string, 'III', '电流为零'],
      ['组串电流反灌告警', string, 'II', '电流反灌'],
      ['低压侧断路器跳闸', transformer, 'I', '跳闸'],
      // A string does not trip as a transformer does.
      ['跳闸', string, null, null],
      ['跳闸', undefined, 'I', '跳闸'],
      ['sf6压力低报警', undefined, 'I', 'SF6压力低'],
      ['一切正常', undefined, null, null],
      ['', undefined, null, null],
    ] as const) {
      const found = await suggest(text, of)
      expect([text, found?.defectLevel ?? null, found?.word ?? null]).toEqual([text, level, word])
    }
  })

  it('are added, changed, disabled and removed by the company', async () => {
    const { token } = site.people.admin
    const suggested = async () => (await suggest('汇流箱出现蛛网状裂纹'))?.defectLevel ?? null
    expect(await suggested()).toBeNull()
    const added = await harness.call(token, gradingCalls.add, { defectLevel: 'II', words: ['蛛网状裂纹'] })
    expect(added).toMatchObject({ deviceTypeId: null, deviceTypeName: null, note: '', enabled: true })
    expect(await suggested()).toBe('II')
    const { words, deviceTypeId } = added
    const edit = (version: number, change: object) =>
      harness.call(token, gradingCalls.edit, {
        id: added.id,
        version,
        words,
        deviceTypeId,
        defectLevel: 'II',
        ...change,
      })
    const changed = await edit(added.version, { defectLevel: 'III', words: ['蛛网状裂纹', '裂纹'] })
    expect(await suggested()).toBe('III')
    await edit(changed.version, { enabled: false })
    expect(await suggested()).toBeNull()
    const listed = await harness.call(token, gradingCalls.list, { keyword: '蛛网状', enabled: '0' })
    expect(listed.records.map(({ id }) => id)).toEqual([added.id])
    for (const other of [{ enabled: '1' }, { defectLevel: 'I' }] as const) {
      const none = await harness.call(token, gradingCalls.list, { keyword: '蛛网状', ...other })
      expect(none.total).toBe(0)
    }
    await harness.call(token, gradingCalls.remove, { id: added.id })
    expect((await harness.call(token, gradingCalls.list, { keyword: '蛛网状' })).total).toBe(0)
  })

  it.each([
    [{ words: [] }, '关键词（words）：请至少填写一个关键词'],
    [{ words: ['裂纹', '裂纹'] }, '关键词（words）：关键词不能重复'],
    [{ words: ['AFCI', 'afci'] }, '关键词（words）：关键词不能重复'],
    [{ defectLevel: 'IV' }, '缺陷等级（defectLevel）：没有这种缺陷等级'],
    [{ deviceTypeId: '999999999' }, '设备类型（deviceTypeId）：没有这种设备类型'],
  ])('are refused when bad: %o', async (bad, message) => {
    const input = { defectLevel: 'II', words: ['裂纹'], ...bad }
    const { token } = site.people.admin
    const { total } = await harness.call(token, gradingCalls.list, {})
    expect((await harness.refused(token, gradingCalls.add, input)).message).toContain(message)
    expect((await harness.call(token, gradingCalls.list, {})).total).toBe(total)
  })

  it('say nothing about devices out of scope', async () => {
    const east = await device('NB02', harness.tenant.stations[0]!.id)
    for (const { token } of [site.people.worker, site.people.foreigner]) {
      const asked = { taskDescription: '停机', deviceId: east }
      expect((await harness.refused(token, gradingCalls.suggestion, asked)).message).toBe(
        '数据不存在或无权查看',
      )
      const wanted = { defectLevel: 'I', deviceId: east }
      expect((await harness.refused(token, calls.predict, wanted)).message).toBe('数据不存在或无权查看')
    }
  })
})

describe('/ops/order/getPredictRecoverTimeLimit', () => {
  const predict = (input: object, token: string) =>
    harness.call(token, calls.predict, { defectLevel: 'I', ...input })

  it('is the entry and the limit of the grade, from now on where there is no order', async () => {
    harness.clock.set(NOW)
    const token = await harness.signIn('a_worker')
    expect(await predict({}, token)).toMatchObject({
      entryTime: '2030-06-01 10:00:00',
      limitHours: 24,
      predictRecoverTimeLimit: '2030-06-02 10:00:00',
      isMoved: false,
    })
    expect(await predict({ defectLevel: 'III' }, token)).toMatchObject({
      predictRecoverTimeLimit: '2030-07-01 10:00:00',
    })
  })

  it('runs from the entry of the order, whenever it is asked', async () => {
    harness.clock.set(NOW)
    const [master, worker] = [await harness.signIn('a_master'), await harness.signIn('a_worker')]
    const order = await harness.call(master, workOrderCalls.insert, {
      psId: site.stationId,
      taskType: 8,
      taskDescription: '绝缘阻抗低',
      defectLevel: 'II',
    })
    expect(order.impCommitTime).toBe('2030-06-08 10:00:00')
    harness.clock.set('2030-06-03T02:00:00Z')
    expect(await predict({ id: order.id, defectLevel: 'II' }, worker)).toMatchObject({
      entryTime: '2030-06-01 10:00:00',
      predictRecoverTimeLimit: '2030-06-08 10:00:00',
    })
    const unseen = { id: order.id, defectLevel: 'II' }
    for (const name of ['a_east_master', 'b_admin'])
      expect((await harness.refused(await harness.signIn(name), calls.predict, unseen)).message).toBe(
        '数据不存在或无权查看',
      )
  })

  it('is moved to the next sunrise for strings and modules only', async () => {
    // 23:00 in China.
    harness.clock.set('2030-06-01T15:00:00Z')
    const token = await harness.signIn('a_worker')
    await harness.owner.query('update station set latitude = 38.5, longitude = 106.2 where id = $1', [
      site.stationId,
    ])
    const [string, inverter] = [await device('ZC01'), await device('NB02')]
    expect(await predict({ deviceId: inverter }, token)).toMatchObject({
      predictRecoverTimeLimit: '2030-06-02 23:00:00',
      isMoved: false,
    })
    const moved = await predict({ deviceId: string, psId: site.stationId }, token)
    expect(moved.isMoved).toBe(true)
    expect(moved.predictRecoverTimeLimit).toMatch(/^2030-06-03 05:3/)
    await harness.owner.query('update station set latitude = null, longitude = null where id = $1', [
      site.stationId,
    ])
    expect(await predict({ deviceId: string }, token)).toMatchObject({ isMoved: false })
  })
})

describe('an order', () => {
  it.each([7, 8])(
    'of type %i may have a grade, whose limit is promised unless another end is',
    async (taskType) => {
      const graded = await site.create({ taskType, defectLevel: 'III', impCommitTime: '2031-01-01 08:00:00' })
      expect(graded).toMatchObject({
        defectLevel: 'III',
        defectLevelLabel: 'III 一般',
        impCommitTime: '2031-01-01 08:00:00',
      })
      expect(await site.create({ taskType })).toMatchObject({
        defectLevel: null,
        defectLevelLabel: null,
        impCommitTime: null,
      })
    },
  )

  it.each([1, 12, 15])('of type %i has none', async (taskType) => {
    const input = { psId: site.stationId, taskType, taskDescription: '检查', defectLevel: 'I' }
    const { message } = await harness.refused(site.people.master.token, workOrderCalls.insert, input)
    expect(message).toMatch(/只有故障和缺陷可以定级/)
  })

  it('has no other grade', async () => {
    const input = { psId: site.stationId, taskType: 8, taskDescription: '检查', defectLevel: 'IV' }
    const { message } = await harness.refused(site.people.master.token, workOrderCalls.insert, input)
    expect(message).toMatch(/缺陷等级（defectLevel）：没有这种缺陷等级/)
  })
})

afterEach(() => harness.clock.set(new Date().toISOString()))
