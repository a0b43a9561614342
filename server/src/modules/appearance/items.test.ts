import { appearanceCalls as calls } from '@heliodesk/contract/appearance.ts'
import type { Sent } from '@heliodesk/contract/call.ts'
import { settingCalls } from '@heliodesk/contract/settings.ts'
import { describe, expect, it } from 'vitest'
import { upload } from '../../../test/files.ts'
import { useSite } from '../../../test/site.ts'
import { wholeDatabase } from '../../../test/whole-database.ts'

const site = useSite()
const { harness } = site
const admin = () => site.people.admin.token

type Given = Partial<Sent<typeof calls.insert>>
const item = (project: string, given: Given = {}) => ({
  category: '设备区',
  project,
  contentList: ['清洁', '完好'],
  mark: 2,
  ...given,
})
const add = (project: string, given: Given = {}) => harness.call(admin(), calls.insert, item(project, given))

describe('the items of appearance inspections', () => {
  it('come with the product: 20 of 100 marks', async () => {
    const rules = await harness.call(admin(), calls.rules, {})
    expect(rules).toMatchObject({ passMark: 90, reworkPercent: 80, needTicket: false, items: 20, marks: 100 })
    expect(rules.categories).toEqual(['外围', '综合楼', '安全与物资', '设备区', '生活与其他'])
    const { pageList, rowCount } = await harness.call(admin(), calls.page, { size: 100 })
    expect([rowCount, pageList.length]).toEqual([20, 20])
    const marksOf = Object.fromEntries(pageList.map(({ project, mark }) => [project, mark]))
    expect(marksOf).toEqual({
      大门与标识牌: 5,
      围栏完整: 5,
      厂区道路: 5,
      综合楼外观: 4,
      中控室整洁: 6,
      制度上墙: 4,
      资料柜归档: 6,
      安全工器具室: 8,
      接地线编号对位: 5,
      备件库五五堆放: 6,
      消防器材月检: 7,
      电缆沟盖板与封堵: 6,
      设备双重名称标牌: 6,
      '逆变器/箱变外观与锁具': 6,
      汇流箱封堵: 4,
      组件区杂草: 4,
      排水与边坡: 4,
      宿舍厨房卫生: 4,
      车辆管理: 2,
      垃圾与废组件分类: 3,
    })
  })

  it('are added at the end, found, changed, disabled and deleted', async () => {
    const { path } = await upload(harness, admin(), { purpose: 'example' })
    const added = await add('光伏区水井', { exampleFileList: [path] })
    expect(added).toMatchObject({ place: 21, version: 1, isEnabled: true, exampleFileList: [{ path }] })
    const found = await harness.call(admin(), calls.page, {
      keyword: '水井',
      category: '设备区',
      isEnabled: '1',
    })
    expect(found).toMatchObject({ rowCount: 1, pageList: [{ id: added.id }] })
    const { id, version } = added
    const changed = await harness.call(admin(), calls.insert, {
      ...item('光伏区水井', { mark: 1.5, exampleFileList: [path], isEnabled: false, place: 3 }),
      id,
      version,
    })
    expect(changed).toMatchObject({
      mark: 1.5,
      isEnabled: false,
      place: 3,
      version: 2,
      exampleFileList: [{ path }],
    })
    expect(await harness.call(admin(), calls.detail, { id })).toEqual(changed)
    const enabled = await harness.call(site.people.worker.token, calls.list, {})
    expect(enabled.map((each) => each.id)).not.toContain(id)
    expect((await harness.call(admin(), calls.rules, {})).items).toBe(20)
    await harness.call(admin(), calls.remove, { id, version: changed.version })
    for (const refused of [
      harness.refused(admin(), calls.detail, { id }),
      harness.refused(admin(), calls.remove, { id, version: changed.version }),
    ])
      expect((await refused).message).toBe('数据不存在或无权查看')
    expect((await add('光伏区水井')).id).not.toBe(id)
  })

  it('show their examples to everybody of the company, and to nobody else', async () => {
    const { path } = await upload(harness, admin(), { purpose: 'example' })
    await add('气象站', { exampleFileList: [path] })
    const read = (token: string) =>
      harness.request('GET', `/sys/oss/file/downLoad?path=${encodeURIComponent(path)}`, {
        headers: { 'x-access-token': token },
      })
    expect((await read(site.people.worker.token)).headers['content-type']).toBe('image/png')
    expect((await read(site.people.foreigner.token)).headers['content-type']).toMatch(/^application\/json/)
  })

  it('are refused with a reason, and nothing is written', async () => {
    const { id, version } = await add('一次')
    const foreign = await harness.call(site.people.foreigner.token, calls.page, { size: 1 })
    const theirs = foreign.pageList[0]!
    const before = await wholeDatabase(harness)
    const refusals: [Given & { token?: string }, string][] = [
      [{ project: '' }, '此项为必填项'],
      [{ contentList: [] }, '至少 1 条标准'],
      [{ mark: 0 }, '分值（mark）：应大于 0'],
      [{ mark: 1.25 }, '分值（mark）：最多一位小数'],
      [{ project: '一次' }, '名称（project）：已有同名的检查项'],
      [{ id, version: version + 1 }, '检查项已在别处更新，请刷新后重试'],
      [{ id: theirs.id, version: theirs.version }, '数据不存在或无权查看'],
      [{ exampleFileList: ['x/y.png'] }, '文件不存在或已过期，请重新上传'],
      [{ token: site.people.worker.token }, '拒绝访问'],
    ]
    for (const [{ token = admin(), ...given }, message] of refusals)
      expect((await harness.refused(token, calls.insert, item('又一次', given))).message).toContain(message)
    expect(await wholeDatabase(harness)).toEqual(before)
  })

  it('are added once when two people add one of the same name at the same time', async () => {
    const done = await Promise.allSettled([add('同名'), add('同名'), add('同名')])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('whether an appearance order needs a ticket', () => {
  it('is what the company says, for new orders', async () => {
    const tell = () => harness.call(site.people.worker.token, calls.isNeedTicket, {})
    expect(await tell()).toEqual({ isNeedTicket: 0 })
    expect((await site.create({ taskType: 18 })).needTicket).toBe(0)
    const { version } = await harness.call(admin(), settingCalls.business, {})
    await harness.call(admin(), settingCalls.editBusiness, { version, appearance: { needTicket: true } })
    expect(await tell()).toEqual({ isNeedTicket: 1 })
    expect((await site.create({ taskType: 18 })).needTicket).toBe(1)
    expect((await site.create({ taskType: 12 })).needTicket).toBe(0)
    expect(await harness.call(site.people.foreigner.token, calls.isNeedTicket, {})).toEqual({
      isNeedTicket: 0,
    })
  })
})
