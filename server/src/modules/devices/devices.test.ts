import { deviceCalls as calls } from '@heliodesk/contract/devices.ts'
import { spaceCalls } from '@heliodesk/contract/spaces.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it, vi } from 'vitest'
import { formOf, useLedger } from '../../../test/ledger.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const master = () => site.people.master.token
const NOT_FOUND = '数据不存在或无权查看'

const countDevices = async () => {
  const { rows } = await harness.owner.query<{ n: number }>('select count(*)::int as n from device')
  return rows[0]!.n
}

describe('a new device', () => {
  it('gets a code of its own, keeps what was filled in, and begins its history', async () => {
    const space = await ledger.space('A 区')
    const device = await ledger.add('1号逆变器', {
      spaceId: space.id,
      serialNo: 'SN001',
      model: 'ZC-225HX',
      manufacturer: '示例厂家',
      ratedKw: 225,
      installedOn: '2021-06-30',
      warrantyEnd: '2026-06-30',
      attributes: [{ name: 'MPPT 路数', value: '12' }],
      remark: '靠近道路',
    })
    expect(device).toMatchObject({
      code: expect.stringMatching(/^SB\d{7}$/),
      typePath: '逆变器/组串式逆变器',
      spacePath: 'A 区',
      status: '1',
      statusName: '在用',
      version: 1,
      ratedKw: 225,
      openOrders: 0,
    })
    expect(device.attributes).toEqual([
      { name: '最大直流电压', unit: 'V', value: null },
      { name: 'MPPT 路数', unit: '路', value: '12' },
    ])
    expect(await ledger.history(device.id)).toMatchObject([{ action: 'create', actionName: '登记' }])
    expect(await harness.call(master(), calls.detail, { code: device.code })).toEqual(device)
  })

  it('is refused with the field at fault in Chinese, and nothing is written', async () => {
    await ledger.add('占名逆变器', { code: 'TAKEN-1' })
    const before = await countDevices()
    const bad = { psId: ledger.here, name: '坏设备', typeId: ledger.types.get('NB02')! }
    const cases: [object, string][] = [
      [{ ...bad, name: ' ' }, '设备名称（name）：此项为必填项'],
      [{ ...bad, code: '中文' }, '设备编码（code）：只能使用字母、数字和 . _ / -，并以字母或数字开头'],
      [{ ...bad, ratedKw: -1 }, '额定功率（ratedKw）：不能小于 0'],
      [{ ...bad, installedOn: '2026-02-31' }, '投运日期（installedOn）：没有这一天'],
      [{ ...bad, installedOn: '2024-01-02', warrantyEnd: '2024-01-01' }, '质保到期不能早于投运日期'],
      [{ ...bad, code: 'TAKEN-1' }, '设备编码已存在'],
      [{ ...bad, code: 'SB9999999' }, '“SB”加数字的编码由系统产生，请换一个'],
      [{ ...bad, name: '占名逆变器' }, '该电站下已有同名设备'],
      [{ ...bad, typeId: '999999' }, NOT_FOUND],
      [{ ...bad, spaceId: '999999' }, NOT_FOUND],
      [{ ...bad, parentDeviceId: '999999' }, NOT_FOUND],
      [{ ...bad, psId: ledger.east }, NOT_FOUND],
      [{ ...bad, pictures: ['aa/none.png'] }, '文件不存在或已过期，请重新上传'],
    ]
    for (const [input, message] of cases) {
      const refused = await harness.refused(master(), calls.add, input)
      expect(refused.message).toContain(message)
    }
    expect(await countDevices()).toBe(before)
  })

  it('is made once for a repeated press', async () => {
    const send = () =>
      harness.request('POST', '/device/ledger/add', {
        token: master(),
        headers: { 'idempotency-key': 'the-same-press-00001' },
        body: { psId: ledger.here, name: '只登记一次', typeId: ledger.types.get('NB02') },
      })
    const [one, other] = await Promise.all([send(), send()])
    expect(one.body.result_data).toEqual(other.body.result_data)
    const { rowCount } = await harness.call(master(), calls.page, { keyword: '只登记一次' })
    expect(rowCount).toBe(1)
  })
})

describe('an edit', () => {
  it('keeps every change with the words of before and after', async () => {
    const device = await ledger.add('待修改逆变器', { model: '旧型号' })
    const space = await ledger.space('待移区')
    const edited = await harness.call(master(), calls.edit, {
      ...formOf(device),
      model: '新型号',
      spaceId: space.id,
      typeId: ledger.types.get('NB01')!,
    })
    expect(edited.version).toBe(2)
    const [newest] = await ledger.history(device.id)
    expect(newest).toMatchObject({
      action: 'edit',
      actorName: '甲公司master',
      changes: [
        { field: '设备类型', from: '逆变器/组串式逆变器', to: '逆变器/集中式逆变器' },
        { field: '所在区域', from: null, to: '待移区' },
        { field: '型号', from: '旧型号', to: '新型号' },
      ],
    })
  })

  it('that saw an older version changes nothing; of two at once one wins', async () => {
    const device = await ledger.add('抢改逆变器')
    const send = (model: string) =>
      harness.request('POST', '/device/ledger/edit', {
        token: master(),
        body: { ...formOf(device), model },
      })
    const answers = await Promise.all([send('甲'), send('乙')])
    expect(answers.map(({ body }) => String(body.result_code)).toSorted()).toEqual(['0', '1'])
    const loser = answers.find(({ body }) => body.result_code === '0')!
    expect(loser.body.result_msg).toBe(`设备“${device.code}”已在别处更新，请刷新后重试`)
    expect((await ledger.read(device.id)).version).toBe(2)
    expect(await ledger.history(device.id)).toHaveLength(2)
  })

  it('never lets a device hang on itself or on what hangs on it, nor on one of another station', async () => {
    const top = await ledger.add('环路箱变', { typeId: ledger.types.get('XB01')! })
    const middle = await ledger.add('环路逆变器', { parentDeviceId: top.id })
    const low = await ledger.add('环路汇流箱', { parentDeviceId: middle.id })
    const elsewhere = await ledger.add('别站箱变', { psId: ledger.beside })
    for (const parentDeviceId of [top.id, middle.id, low.id]) {
      const refused = await harness.refused(master(), calls.edit, { ...formOf(top), parentDeviceId })
      expect(refused.message).toBe('上级设备不能是设备自身或其下级设备')
    }
    const refused = await harness.refused(master(), calls.edit, {
      ...formOf(top),
      parentDeviceId: elsewhere.id,
    })
    expect(refused.message).toBe(NOT_FOUND)
  })

  it('leaves no circle where two hang on each other at once', async () => {
    const one = await ledger.add('对挂甲')
    const other = await ledger.add('对挂乙')
    const hang = (child: typeof one, parentDeviceId: string) =>
      harness.request('POST', '/device/ledger/edit', {
        token: master(),
        body: { ...formOf(child), parentDeviceId },
      })
    const answers = await Promise.all([hang(one, other.id), hang(other, one.id)])
    expect(answers.map(({ body }) => String(body.result_code)).toSorted()).toEqual(['0', '1'])
  })
})

describe('a move', () => {
  const move = (device: { id: string; version: number }, psId: string, input: object = {}) =>
    harness.call(master(), calls.move, {
      devices: [{ id: device.id, version: device.version }],
      psId,
      reason: '调拨',
      ...input,
    })

  it('takes along what hangs on a device, and says from where to where', async () => {
    const above = await ledger.add('留下的箱变', { typeId: ledger.types.get('XB01')! })
    const inverter = await ledger.add('迁移逆变器', { parentDeviceId: above.id })
    const box = await ledger.add('迁移汇流箱', { parentDeviceId: inverter.id })
    const target = await ledger.space('新方阵', { psId: ledger.beside, kind: '2' })
    expect(await move(inverter, ledger.beside, { spaceId: target.id })).toEqual({ moved: 2 })
    const moved = await ledger.read(inverter.id)
    expect(moved).toMatchObject({ psId: ledger.beside, spacePath: '新方阵', parentDevice: null, version: 2 })
    expect(await ledger.read(box.id)).toMatchObject({
      psId: ledger.beside,
      parentDevice: { id: inverter.id },
    })
    const [newest] = await ledger.history(inverter.id)
    expect(newest).toMatchObject({
      action: 'move',
      note: '调拨',
      changes: [
        { field: '电站', from: '甲公司西二', to: '甲公司西三' },
        { field: '所在区域', from: null, to: '新方阵' },
        { field: '上级设备', from: '留下的箱变', to: null },
      ],
    })
  })

  it('is refused while an open work order hangs on it, and names the order', async () => {
    const device = await ledger.add('有单逆变器')
    const order = await site.create({ taskType: 7, deviceId: device.id })
    const refused = await harness.refused(master(), calls.move, {
      devices: [device],
      psId: ledger.beside,
      reason: '调拨',
    })
    expect(refused.message).toBe(`设备“有单逆变器”还有未关闭的工单 ${order.workCode}，不能移到其他电站`)
    await harness.call(master(), workOrderCalls.terminate, { ...order, reason: '误报' })
    expect(await move(device, ledger.beside)).toEqual({ moved: 1 })
  })

  it('moves all of several or none', async () => {
    const good = await ledger.add('同移甲')
    const late = await ledger.add('同移乙')
    await harness.call(master(), calls.edit, { ...formOf(late), model: '别人改了' })
    const refused = await harness.refused(master(), calls.move, {
      devices: [good, late],
      psId: ledger.beside,
      reason: '调拨',
    })
    expect(refused.message).toBe(`设备“${late.code}”已在别处更新，请刷新后重试`)
    expect((await ledger.read(good.id)).psId).toBe(ledger.here)
  })

  it('needs both stations in scope and a free name there', async () => {
    const device = await ledger.add('范围逆变器')
    const send = (psId: string, devices: object[] = [device]) =>
      harness.refused(master(), calls.move, { devices, psId, reason: '调拨' })
    expect((await send(ledger.east)).message).toBe(NOT_FOUND)
    const theirs = await ledger.add('东部逆变器', { psId: ledger.east }, site.people.admin.token)
    expect((await send(ledger.here, [theirs])).message).toBe(NOT_FOUND)
    await ledger.add('范围逆变器', { psId: ledger.beside })
    expect((await send(ledger.beside)).message).toBe('目标电站将有两台设备都叫“范围逆变器”，请先改名')
    const foreignSpace = await ledger.space('别站区域', { psId: ledger.beside })
    const refused = await harness.refused(master(), calls.move, {
      devices: [device],
      psId: ledger.here,
      spaceId: foreignSpace.id,
      reason: '调拨',
    })
    expect(refused.message).toBe(NOT_FOUND)
  })
})

describe('retiring', () => {
  const retire = { retiredOn: '2024-05-06', reason: '老化' }

  it('keeps day and reason, stops new orders, and can be taken back', async () => {
    const device = await ledger.add('退役逆变器', { installedOn: '2015-01-01' })
    const retired = await harness.call(master(), calls.retire, { ...device, ...retire })
    expect(retired).toMatchObject({ status: '3', statusName: '退役', retiredOn: '2024-05-06' })
    const order = await harness.refused(master(), workOrderCalls.insert, {
      psId: ledger.here,
      taskType: 7,
      taskDescription: '不应新建',
      deviceId: device.id,
    })
    expect(order.message).toBe('设备“退役逆变器”已退役，不能新建工单')
    const edit = await harness.refused(master(), calls.edit, formOf(retired))
    expect(edit.message).toBe('设备已退役，恢复在用后才能修改')
    const back = await harness.call(master(), calls.restore, { ...retired, reason: '修复' })
    expect(back).toMatchObject({ status: '1', retiredOn: null })
    expect((await ledger.history(device.id)).map(({ action, note }) => [action, note])).toEqual([
      ['restore', '修复'],
      ['retire', '老化'],
      ['create', ''],
    ])
  })

  it('makes an order that is made at the same moment wait, and refuses it then', async () => {
    const device = await ledger.add('争用逆变器')
    const owner = await harness.owner.connect()
    try {
      await owner.query('begin')
      await owner.query(`update device set status = '3', retired_on = '2024-05-06' where id = $1`, [
        device.id,
      ])
      await owner.query(
        `insert into device_event (tenant_id, device_id, at, actor_id, actor_name, action)
         values ($1, $2, now(), $3, '站长', 'retire')`,
        [harness.tenant.tenantId, device.id, harness.tenant.users['a_master']!.id],
      )
      const making = harness.refused(master(), workOrderCalls.insert, {
        psId: ledger.here,
        taskType: 7,
        taskDescription: '同时新建',
        deviceId: device.id,
      })
      const waiting = async () =>
        (await harness.owner.query('select from pg_locks where not granted')).rowCount ?? 0
      await vi.waitUntil(async () => (await waiting()) > 0, { timeout: 10_000, interval: 20 })
      await owner.query('commit')
      expect((await making).message).toBe('设备“争用逆变器”已退役，不能新建工单')
    } finally {
      owner.release()
    }
  })

  it('is refused while devices in use hang on it, and on days that cannot be', async () => {
    const parent = await ledger.add('带下级逆变器', { installedOn: '2020-01-01' })
    await ledger.add('下级汇流箱', { parentDeviceId: parent.id })
    const refused = (input: object) =>
      harness.refused(master(), calls.retire, { ...parent, ...retire, ...input })
    expect((await refused({})).message).toBe('还有 1 台在用的下级设备，请先退役、移走或更换')
    expect((await refused({ retiredOn: '2999-01-01' })).message).toBe('退役日期不能晚于今天')
    expect((await refused({ retiredOn: '2019-12-31' })).message).toBe('退役日期不能早于投运日期 2020-01-01')
  })

  it('by a replacement gives name, place and what hangs on it to the new device', async () => {
    const space = await ledger.space('换机区')
    const old = await ledger.add('换机逆变器', { spaceId: space.id, model: 'JZ-1250' })
    const box = await ledger.add('换机汇流箱', { parentDeviceId: old.id })
    const wrong = { replacedOn: '2025-03-01', reason: '模块损坏', warrantyEnd: '2025-02-28' }
    await expect(ledger.replace(old, wrong)).rejects.toThrow('质保到期不能早于更换日期')
    const fresh = await ledger.replace(old, {
      replacedOn: '2025-03-01',
      reason: '模块损坏',
      model: 'JZ-3125',
      serialNo: 'NEW-1',
    })
    expect(fresh).toMatchObject({ name: '换机逆变器', spacePath: '换机区', model: 'JZ-3125', status: '1' })
    expect(fresh.children.map(({ id }) => id)).toEqual([box.id])
    expect(await ledger.read(old.id)).toMatchObject({
      name: '换机逆变器（2025-03-01 更换下）',
      status: '3',
      retiredOn: '2025-03-01',
      version: old.version + 1,
    })
    const [told] = await ledger.history(old.id)
    expect(told).toMatchObject({ action: 'replace', note: '模块损坏', otherDevice: { id: fresh.id } })
    expect((await ledger.history(fresh.id))[0]).toMatchObject({ otherDevice: { id: old.id } })
  })
})

describe('the list', () => {
  it('narrows by station, type with those below, space with those below, state, warranty and word', async () => {
    const psId = harness.tenant.stations.find(({ depCode }) => depCode === 'A01A02')!.id
    const admin = site.people.admin.token
    const area = await harness.call(admin, spaceCalls.add, {
      psId,
      name: '大区',
      kind: '1',
    })
    const inner = await harness.call(admin, spaceCalls.add, {
      psId,
      name: '小区',
      kind: '2',
      parentSpaceId: area.id,
    })
    const put = (name: string, input: object) => ledger.add(name, { psId, ...input }, admin)
    await put('查一', { code: 'CX-0451', spaceId: inner.id, warrantyEnd: '2999-01-01', serialNo: 'QQ-77' })
    await put('查二', { spaceId: area.id, warrantyEnd: '2001-01-01' })
    await put('查三', { typeId: ledger.types.get('HL')!, model: 'SG-16M' })
    const names = async (input: object) => {
      const { pageList, rowCount } = await harness.call(admin, calls.page, { psId: [psId], ...input })
      expect(rowCount).toBe(pageList.length)
      return pageList.map(({ name }) => name)
    }
    expect(await names({})).toEqual(['查一', '查二', '查三'])
    expect(await names({ typeId: [ledger.types.get('NB')!] })).toEqual(['查一', '查二'])
    expect(await names({ spaceId: area.id })).toEqual(['查一', '查二'])
    expect(await names({ spaceId: inner.id })).toEqual(['查一'])
    expect(await names({ warranty: 'in' })).toEqual(['查一'])
    expect(await names({ warranty: 'over' })).toEqual(['查二'])
    expect(await names({ warranty: 'unknown' })).toEqual(['查三'])
    expect(await names({ keyword: 'qq-7' })).toEqual(['查一'])
    expect(await names({ keyword: 'cx-04' })).toEqual(['查一'])
    expect(await names({ keyword: 'sg-1' })).toEqual(['查三'])
    expect(await names({ keyword: '查二' })).toEqual(['查二'])
    expect(await names({ status: '3' })).toEqual([])
    expect(await names({ orderField: 'name', orderType: 'desc' })).toEqual(['查三', '查二', '查一'])
  })

  it('ends at the data scope, as do detail, counts and history; another tenant sees nothing', async () => {
    const theirs = await ledger.add('东部专有', { psId: ledger.east }, site.people.admin.token)
    for (const token of [master(), site.people.foreigner.token]) {
      const { pageList } = await harness.call(token, calls.page, { keyword: '东部专有' })
      expect(pageList).toEqual([])
      for (const input of [{ id: theirs.id }, { code: theirs.code }])
        expect((await harness.refused(token, calls.detail, input)).message).toBe(NOT_FOUND)
      expect((await harness.refused(token, calls.history, { id: theirs.id })).message).toBe(NOT_FOUND)
    }
    const counted = async (token: string) =>
      (await harness.call(token, calls.types, {})).reduce((sum, { deviceCount }) => sum + deviceCount, 0)
    expect(await counted(site.people.foreigner.token)).toBe(0)
    const { rowCount } = await harness.call(master(), calls.page, { status: '1' })
    expect(await counted(master())).toBe(rowCount)
    expect(await counted(site.people.admin.token)).toBeGreaterThan(rowCount!)
  })

  it('is for holders of the right; a worker reads and does not change', async () => {
    const worker = site.people.worker.token
    await harness.call(worker, calls.page, {})
    const refused = await harness.refused(worker, calls.add, {
      psId: ledger.here,
      name: '工人登记',
      typeId: ledger.types.get('NB02')!,
    })
    expect(refused.status).toBe(403)
  })
})
