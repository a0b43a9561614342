import { spaceCalls as calls } from '@heliodesk/contract/spaces.ts'
import { describe, expect, it } from 'vitest'
import { useLedger } from '../../../test/ledger.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const master = () => site.people.master.token
const tree = (psId = ledger.beside, token = master()) => harness.call(token, calls.tree, { psId })
const at = (name: string, input: object = {}) => ledger.space(name, { psId: ledger.beside, ...input })

describe('spaces', () => {
  it('common/management/getSpaceByPsId answers a station’s spaces as trees with their devices counted', async () => {
    const area = await ledger.space('光伏区')
    const array = await ledger.space('1号方阵', { kind: '2', parentSpaceId: area.id })
    await ledger.add('方阵逆变器', { spaceId: array.id })
    const { body } = await harness.request('POST', '/common/management/getSpaceByPsId', {
      token: site.people.worker.token,
      body: { psId: ledger.here },
    })
    expect(body).toMatchObject({
      result_code: '1',
      result_data: [
        {
          name: '光伏区',
          kindName: '区域',
          parentId: null,
          deviceCount: 1,
          children: [{ name: '1号方阵', kindName: '方阵', parentId: area.id, deviceCount: 1, children: [] }],
        },
      ],
    })
  })

  it('are hidden from those who do not see the station, as if there were none', async () => {
    for (const token of [site.people.outsider.token, site.people.foreigner.token]) {
      const hidden = await harness.refused(token, calls.tree, { psId: ledger.here })
      expect(hidden).toEqual(await harness.refused(token, calls.tree, { psId: '999999999' }))
    }
    const [first] = await tree(ledger.here)
    for (const token of [site.people.outsider.token, site.people.foreigner.token]) {
      const edit = await harness.refused(token, calls.edit, { ...first, name: '改名' })
      expect(edit.message).toBe('数据不存在或无权查看')
    }
    const worker = await harness.refused(site.people.worker.token, calls.remove, { id: first!.id })
    expect(worker.status).toBe(403)
  })

  it('never lie below themselves, even when two change at once', async () => {
    const one = await at('甲区')
    const other = await at('乙区', { parentSpaceId: one.id })
    const circle = await harness.refused(master(), calls.edit, { ...one, parentSpaceId: other.id })
    expect(circle.message).toBe('上级区域不能是自身或其下级')
    const [left, right] = [await at('丙区'), await at('丁区')]
    const hang = (child: typeof left, parentSpaceId: string) =>
      harness.request('POST', '/station/space/edit', {
        token: master(),
        body: { ...child, parentSpaceId },
      })
    const answers = await Promise.all([hang(left, right.id), hang(right, left.id)])
    expect(answers.map(({ body }) => String(body.result_code)).toSorted()).toEqual(['0', '1'])
  })

  it('keep names apart below one parent, and have five levels at most', async () => {
    const first = await at('重名区')
    const taken = await harness.refused(master(), calls.add, {
      psId: ledger.beside,
      name: '重名区',
      kind: '1',
    })
    expect(taken.message).toBe('同一上级下已有同名区域')
    let parent = first
    for (const level of [2, 3, 4, 5]) parent = await at(`第${level}级`, { parentSpaceId: parent.id })
    const deeper = await harness.refused(master(), calls.add, {
      psId: ledger.beside,
      name: '第6级',
      kind: '3',
      parentSpaceId: parent.id,
    })
    expect(deeper.message).toBe('区域最多 5 级')
  })

  it('change places, and are deleted only when nothing is in them', async () => {
    const psId = harness.tenant.stations.find(({ depCode }) => depCode === 'A01A02')!.id
    const admin = site.people.admin.token
    const make = (name: string) => harness.call(admin, calls.add, { psId, name, kind: '5' })
    const [one, two] = [await make('一库'), await make('二库')]
    await harness.call(admin, calls.shift, { id: two.id, direction: 'up' })
    expect((await tree(psId, admin)).map(({ name }) => name)).toEqual(['二库', '一库'])
    await ledger.add('库存表', { psId, spaceId: one.id }, admin)
    const used = await harness.refused(admin, calls.remove, { id: one.id })
    expect(used.message).toBe('区域“一库”下还有1 台设备，不能删除')
    await harness.call(admin, calls.remove, { id: two.id })
    expect((await tree(psId, admin)).map(({ name }) => name)).toEqual(['一库'])
  })
})
