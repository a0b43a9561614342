import { departmentCalls as calls } from '@heliodesk/contract/departments.ts'
import { savedViewCalls } from '@heliodesk/contract/saved-views.ts'
import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { runNext } from '../../../test/job-tools.ts'
import { hire } from '../../../test/hire.ts'
import { useSite } from '../../../test/site.ts'
import { drawnSketch } from '../../../test/start-process.ts'
import { following } from './following.ts'

const GONE = '数据不存在或无权查看'

const site = useSite()
const { harness } = site
let admin: string
let west: string
let foreigner: string

beforeAll(async () => {
  admin = await harness.signIn('a_admin')
  foreigner = await harness.signIn('b_admin')
  west = (await hire(harness, { username: 'wmover', codes: ['department:manage'], depCode: 'A01A02' })).token
  for (let at = 0; at < 3; at++) await site.create()
})

const idOf = (code: string) => harness.tenant.departments[code]!
const detail = (id: string) => harness.call(admin, calls.detail, { id })
const add = (parentId: string, departName: string) => harness.call(admin, calls.add, { parentId, departName })
const follow = async () => expect(await runNext(harness, following)).toBe(true)

async function move(id: string, parentId: string, token = admin, version?: number) {
  const asked = { id, parentId, version: version ?? (await detail(id)).version, reason: '调整管辖' }
  return harness.call(token, calls.move, asked)
}

const refusal = async (id: string, parentId: string, token = admin) =>
  (
    await harness.refused(token, calls.move, {
      id,
      parentId,
      version: (await detail(id)).version,
      reason: '调整',
    })
  ).message

describe('moving a department', () => {
  it('tells before what it changes, and for whom', async () => {
    const preview = await harness.call(admin, calls.movePreview, {
      id: idOf('A01A02A01'),
      parentId: idOf('A01A01'),
    })
    expect(preview).toMatchObject({ departments: 1, stations: 2, openOrders: 3, orgCode: 'A01A02A01' })
    expect(preview.newCode).toBe('A01A01A01')
    expect(preview.people).toBeGreaterThan(2)
    expect(preview.gain.names).toContain('甲公司east_master')
    expect(preview.lose.names).toContain('甲公司manager')
    expect(preview.lose.names.length).toBeLessThanOrEqual(5)
    expect(preview.named).toEqual([])
  })

  it('gives the subtree new codes that nobody had, and leads saved views along', async () => {
    const crew = await add(idOf('A01A02A01'), '红柳沟班')
    const view = await harness.call(site.people.master.token, savedViewCalls.add, {
      code: 'work-orders',
      name: '本站的单',
      query: { depCode: ['A01A02A01'], view: ['open'] },
    })
    const moved = await move(idOf('A01A02A01'), idOf('A01A01'))
    expect(moved).toMatchObject({ orgCode: 'A01A01A01', parentId: idOf('A01A01') })
    expect(await detail(crew.id)).toMatchObject({ orgCode: 'A01A01A01A01', parentId: moved.id })
    const { query } = await harness.call(site.people.master.token, savedViewCalls.detail, { id: view.id })
    expect(query).toEqual({ depCode: ['A01A01A01'], view: ['open'] })
    expect((await add(idOf('A01A02'), '西部新班')).orgCode).toBe('A01A02A02')
    await follow()
  })

  it('is refused while the rows of the last one follow, and possible after it', async () => {
    const crew = await add(idOf('A01A02'), '移动班')
    await move(crew.id, idOf('A01A01'))
    expect(await refusal(crew.id, idOf('A01A02'))).toBe('上一次部门调整的工单还在更新，请等它完成后再调整')
    const [under] = await harness.call(admin, calls.moves, {})
    expect(under).toMatchObject({ departName: '移动班', finishTime: null })
    await follow()
    expect(await move(crew.id, idOf('A01A02'))).toMatchObject({ parentId: idOf('A01A02') })
    await follow()
  })

  it.each([
    ['itself', () => [idOf('A01A02'), idOf('A01A02')], '不能移到它自己或它的下级部门'],
    ['a department below it', () => [idOf('A01'), idOf('A01A01')], '不能移到它自己或它的下级部门'],
    ['where it is', () => [idOf('A01A01'), idOf('A01')], '部门“东部中心”已经在“总部”下'],
  ] as const)('is refused to %s', async (_where, pair, words) => {
    const [id, parentId] = pair()
    expect(await refusal(id!, parentId!)).toBe(words)
  })

  it('is refused where the name is taken, the parent is closed or the tree would be too deep', async () => {
    const [one, other] = [await add(idOf('A01A01'), '同名班'), await add(idOf('A01A02'), '同名班')]
    expect(await refusal(one.id, idOf('A01A02'))).toBe('新的上级下已有同名部门')
    await harness.call(admin, calls.edit, { ...other, status: '2' })
    expect(await refusal(idOf('A01A01'), other.id)).toBe('部门“同名班”已停用')
    let deep = idOf('A01')
    for (let level = 2; level <= 9; level++) deep = (await add(deep, `第 ${level} 级`)).id
    const chain = await add(idOf('A01'), '带下级的班')
    await add(chain.id, '下级')
    expect(await refusal(chain.id, deep)).toBe('部门层级最多 10 级')
  })

  it('needs both departments in scope, the right, the version that was seen and the own company', async () => {
    const crew = await add(idOf('A01A02'), '范围班')
    const asked = { id: crew.id, version: crew.version, reason: '调整' }
    const outside = await harness.refused(west, calls.move, { ...asked, parentId: idOf('A01A01') })
    expect(outside.message).toBe(GONE)
    await harness.refused(site.people.worker.token, calls.move, { ...asked, parentId: idOf('A01A01') })
    const abroad = harness.otherTenant.departments['A01']!
    expect((await harness.refused(admin, calls.move, { ...asked, parentId: abroad })).message).toBe(GONE)
    expect((await harness.refused(foreigner, calls.move, { ...asked, parentId: abroad })).message).toBe(GONE)
    await harness.call(admin, calls.edit, { ...crew, departOrder: 3 })
    const old = await harness.refused(admin, calls.move, { ...asked, parentId: idOf('A01A01') })
    expect(old.message).toBe('部门已在别处更新，请刷新后重试')
  })

  it('lets follow what was written late with the old code', async () => {
    const { id, orgCode } = await detail(idOf('A01A02A01'))
    const late = await harness.pool.connect()
    await late.query(`begin; select set_config('app.tenant', '${harness.tenant.tenantId}', true)`)
    // Nothing is written yet.
    const { rows } = await late.query<{ id: string }>(
      'select id from work_order where dep_code = $1 limit 1',
      [orgCode],
    )
    await move(id, idOf('A01A02'))
    const done = follow()
    await expect
      .poll(async () => (await harness.call(admin, calls.moves, {}))[0]!.followed)
      .toBeGreaterThanOrEqual(3)
    await late.query('update work_order set dep_code = $2 where id = $1', [rows[0]!.id, orgCode])
    await late.query('commit')
    late.release()
    await done
    const behind = await harness.owner.query('select from work_order where dep_code = $1', [orgCode])
    expect(behind.rowCount).toBe(0)
  })
})

const askingHeadsOf = (id: string, key: string): string => {
  const step = `<bpmn:userTask id="%id" name="审批" wf:candidateHeads="starter,&quot;${id}&quot;" />`
  return drawnSketch({ step }, ['start > step', 'step > end'], key)
}

describe('merging a department', () => {
  it('tells of the drafts of processes that name it', async () => {
    const [from, to] = [await add(idOf('A01A02'), '草稿甲站'), await add(idOf('A01A02'), '草稿乙站')]
    for (const [key, id] of [
      ['draft_heads', from.id],
      ['draft_others', `${from.id}0`],
    ] as const) {
      const draft = await harness.call(admin, workflowCalls.addProcess, { key, name: key })
      await harness.call(admin, workflowCalls.saveDraft, {
        id: draft.id,
        version: draft.version,
        xml: askingHeadsOf(id, key),
      })
    }
    const { named } = await harness.call(admin, calls.mergePreview, { id: from.id, intoId: to.id })
    expect(named).toEqual(['流程草稿“流程”'])
  })

  it('is refused while steps of processes in use or under way name it, of which the preview tells', async () => {
    const [from, to] = [await add(idOf('A01A02'), '流程甲站'), await add(idOf('A01A02'), '流程乙站')]
    const use = (key: string, id: string) =>
      harness.call(admin, workflowCalls.deploy, { xml: askingHeadsOf(id, key) })
    const { name } = await use('naming_heads', from.id)
    await use('naming_others', `${from.id}0`)
    const ask = { id: from.id, intoId: to.id }
    const naming = async () => (await harness.call(admin, calls.mergePreview, ask)).processes
    expect(await naming()).toEqual([{ key: 'naming_heads', name, version: 1 }])
    const merge = { ...ask, version: from.version, reason: '合并' }
    expect((await harness.refused(admin, calls.merge, merge)).message).toBe(
      `流程“${name}”第 1 版的环节由“流程甲站”负责人办理，请先改为其他部门`,
    )
    expect(await detail(from.id)).toMatchObject({ status: '1' })
    // The next version takes its place.
    await use('naming_heads', to.id)
    expect(await naming()).toEqual([])
    expect(await harness.call(admin, calls.merge, merge)).toMatchObject({ id: to.id })
    await follow()
  })

  it('gives everything it has to the other one, and closes it', async () => {
    const { id, version } = await detail(idOf('A01A02A01'))
    const crew = await add(id, '随并班')
    const into = idOf('A01A02')
    expect(await harness.call(admin, calls.mergePreview, { id, intoId: into })).toMatchObject({
      openOrders: 3,
      stations: 2,
    })
    const merged = await harness.call(admin, calls.merge, { id, version, intoId: into, reason: '两站合一' })
    expect(merged.id).toBe(into)
    await follow()
    expect(await detail(id)).toMatchObject({ status: '2' })
    expect(await detail(crew.id)).toMatchObject({ parentId: into })
    expect(await harness.call(admin, calls.openWork, { id })).toEqual({
      departments: 0,
      people: 0,
      stations: 0,
      orders: 0,
      tickets: 0,
      processes: 0,
    })
    expect(await harness.call(admin, calls.openWork, { id: into })).toMatchObject({ orders: 3 })
    const { rowCount } = await harness.call(admin, workOrderCalls.page, { depCode: merged.orgCode })
    expect(rowCount).toBe(3)
  })

  it('is refused where names clash, and into what lies below it', async () => {
    const [one, two] = [await add(idOf('A01A02'), '甲站'), await add(idOf('A01A02'), '乙站')]
    await add(one.id, '运维一班')
    const below = await add(two.id, '运维一班')
    const asked = { id: one.id, version: one.version, intoId: two.id, reason: '合并' }
    expect((await harness.refused(admin, calls.merge, asked)).message).toBe(
      '“乙站”下已有同名部门：运维一班，请先改名',
    )
    const inside = { id: two.id, version: two.version, intoId: below.id, reason: '合并' }
    expect((await harness.refused(admin, calls.merge, inside)).message).toBe('不能并入它自己或它的下级部门')
  })
})
