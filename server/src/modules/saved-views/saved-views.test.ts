import type { Received, Sent } from '@heliodesk/contract/call.ts'
import { SHARED_A_DEPARTMENT, savedViewCalls as calls } from '@heliodesk/contract/saved-views.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { formOf, openSession, signInAdministrator, useSignedIn } from '../../../test/hire.ts'

const harness = useHarness()
type View = Received<typeof calls.detail>
const CODE = 'work-orders'
const overdue = { view: ['overdue'], depCode: ['A01A02'] }

const who = useSignedIn(harness, {
  admin: 'a_admin',
  manager: 'a_manager',
  master: 'a_master',
  worker: 'a_worker',
  outsider: 'a_outsider',
  east: 'a_east_master',
  foreigner: 'b_master',
})

// Their history stays, so the views do too.
beforeEach(() => harness.owner.query(`update saved_view set removed_at = now() where removed_at is null`))

const department = (code: string) => harness.tenant.departments[code]!
const list = (token: string, code = CODE) => harness.call(token, calls.list, { code })
const names = async (token: string) => (await list(token)).map(({ name }) => name)
const add = (token: string, name: string, more: Partial<Sent<typeof calls.add>> = {}) =>
  harness.call(token, calls.add, { code: CODE, name, query: overdue, ...more })
/** Changes a part of a view as its form does: with all the rest. */
const editOf = ({ id, version, name, query, departmentId }: View, part: object) => ({
  id,
  version,
  name,
  query,
  departmentId,
  ...part,
})
const edit = (token: string, view: View, part: object) => harness.call(token, calls.edit, editOf(view, part))
const share = (token: string, name: string, code: string) =>
  add(token, name, { departmentId: department(code) })
const refusal = async (...asked: Parameters<typeof harness.refused>) =>
  (await harness.refused(...asked)).message

describe('own views', () => {
  it('are kept for each person and list, and stand above it', async () => {
    const kept = await add(who.worker, '  西部超时 ')
    expect(kept).toMatchObject({
      name: '西部超时',
      query: overdue,
      version: 1,
      isMine: true,
      isNew: false,
      pinned: true,
      mayEdit: true,
      mayUnshare: false,
      departmentId: null,
    })
    await add(who.worker, '西部超时', { code: 'cleaning-rounds' })
    expect(await list(who.worker)).toEqual([kept])
    expect(await harness.call(who.worker, calls.detail, { id: kept.id })).toEqual(kept)
    for (const other of [who.master, who.admin, who.foreigner]) {
      expect(await list(other)).toEqual([])
      expect(await refusal(other, calls.detail, { id: kept.id })).toBe('数据不存在或无权查看')
      expect(await refusal(other, calls.edit, editOf(kept, { name: '我的' }))).toBe('数据不存在或无权查看')
    }
  })

  it('change in the version that their owner saw', async () => {
    const first = await add(who.worker, '西部超时')
    const { id } = first
    const renamed = await edit(who.worker, first, { name: '超时' })
    expect(renamed).toMatchObject({ name: '超时', query: overdue, version: 2 })
    const query = { keyword: ['箱变'], sort: ['planEndTime.asc'] }
    expect(await edit(who.worker, renamed, { query })).toMatchObject({
      name: '超时',
      query,
    })
    for (const [call, input] of [
      [calls.edit, editOf(renamed, { name: '旧' })],
      [calls.remove, { id, version: 2 }],
    ] as const)
      expect(await refusal(who.worker, call, input)).toBe('视图已在别处更新，请刷新后重试')
    await harness.call(who.worker, calls.remove, { id, version: 3 })
    expect(await list(who.worker)).toEqual([])
    expect(await refusal(who.worker, calls.edit, editOf(renamed, { version: 4 }))).toBe(
      '数据不存在或无权查看',
    )
    // The name is free again.
    await add(who.worker, '超时')
  })

  it('have names that differ by more than case, however many are added at once', async () => {
    const answers = await Promise.allSettled(
      ['SVG 故障', 'svg 故障', 'Svg 故障', 'SVG 故障'].map((name) => add(who.worker, name)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await names(who.worker)).toHaveLength(1)
    expect(await refusal(who.worker, calls.add, { code: CODE, name: 'sVG 故障', query: overdue })).toBe(
      '您在此列表已有同名视图',
    )
    const other = await add(who.worker, '另一个')
    expect(await refusal(who.worker, calls.edit, editOf(other, { name: 'SVG 故障 ' }))).toBe(
      '您在此列表已有同名视图',
    )
    await add(who.master, 'SVG 故障')
  })

  it('are 50 for a list and 300 in all at most, however many are added at once', async () => {
    const fill = (code: string, count: number) =>
      harness.owner.query(
        `insert into saved_view (tenant_id, owner_id, code, name, query, created_at, updated_at)
         select $1, $2, $3, '视图' || n, '{"view": ["1"]}', now(), now() from generate_series(1, $4) n`,
        [harness.tenant.tenantId, harness.tenant.users['a_worker']!.id, code, count],
      )
    await fill(CODE, 48)
    const answers = await Promise.allSettled(
      ['一', '二', '三', '四', '五', '六'].map((name) => add(who.worker, name)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await refusal(who.worker, calls.add, { code: CODE, name: '多', query: overdue })).toBe(
      '每个列表最多保存 50 个视图，请先删除不用的',
    )
    for (const code of ['a', 'b', 'c', 'd', 'e']) await fill(code, 50)
    expect(await refusal(who.worker, calls.add, { code: 'f', name: '多', query: overdue })).toBe(
      '最多保存 300 个视图，请先删除不用的',
    )
  })

  it.each([
    ['no name', { name: ' ' }, /名称（name）：此项为必填项/],
    ['a long name', { name: '长'.repeat(31) }, /名称（name）：最多允许输入30个字符/],
    ['a strange list', { code: '1; drop' }, /列表编码（code）：不是有效的表格编码/],
    ['no condition', { query: {} }, /条件（query）：没有要保存的条件/],
    ['a strange condition', { query: { 'a b': ['1'] } }, /条件（query）：不是有效的条件名/],
    ['a condition without values', { query: { view: [] } }, /的值不能为空/],
    ['an empty value', { query: { view: [''] } }, /的值不能为空/],
    ['a long value', { query: { view: ['x'.repeat(101)] } }, /条件的值最多 100 个字符/],
    ['a control character', { query: { view: ['a\u0007'] } }, /条件的值含有不可见的字符/],
    ['the page', { query: { view: ['1'], page: ['2'] } }, /页码与打开的记录不能存入视图/],
    ['another view', { query: { saved: ['7'] } }, /页码与打开的记录不能存入视图/],
    [
      'too many conditions',
      { query: Object.fromEntries(Array.from({ length: 21 }, (_each, at) => [`c${at}`, ['1']])) },
      /最多 20 个条件/,
    ],
    ['too much', { query: { psId: Array(90).fill('长'.repeat(100)) } }, /条件过多/],
  ])('are refused with %s', async (_name, input, says) => {
    const { status, message } = await harness.refused(who.worker, calls.add, {
      code: CODE,
      name: '视图',
      query: overdue,
      ...input,
    })
    expect(status).toBe(400)
    expect(message).toMatch(says)
    expect(await list(who.worker)).toEqual([])
  })
})

describe('shared views', () => {
  it('are seen by the department and what is below it, as new, and by nobody else', async () => {
    await share(who.manager, '西部', 'A01A02')
    await share(who.manager, '西部中心', 'A01A02A01')
    expect(await names(who.manager)).toEqual(['西部', '西部中心'])
    expect(await list(who.worker)).toMatchObject([
      {
        name: '西部',
        isMine: false,
        ownerName: '甲公司manager',
        departmentName: '西部区域',
        isNew: true,
        pinned: false,
        mayEdit: false,
        mayUnshare: false,
      },
      { name: '西部中心', departmentName: '西部中心' },
    ])
    expect(await names(who.outsider)).toEqual([])
    expect(await names(who.foreigner)).toEqual([])
    await share(who.admin, '全公司', 'A01')
    expect(await names(who.outsider)).toEqual(['全公司'])
    expect(await names(who.foreigner)).toEqual([])
  })

  it('show everybody the rows of their own scope', async () => {
    const [east, , , west] = harness.tenant.stations
    for (const { id } of [east!, west!])
      await harness.call(who.admin, workOrderCalls.insert, {
        psId: id,
        taskType: 1,
        taskDescription: '共享视图的工单',
      })
    await add(who.admin, '全部清洗', {
      query: { keyword: ['共享视图的工单'] },
      departmentId: department('A01'),
    })
    const rowsBy = async (token: string) => {
      const [view] = await list(token)
      const { pageList } = await harness.call(token, workOrderCalls.page, {
        keyword: view!.query.keyword![0],
      })
      return pageList.map(({ psId }) => psId)
    }
    expect(await rowsBy(who.admin)).toHaveLength(2)
    expect(await rowsBy(who.worker)).toEqual([west!.id])
    expect(await rowsBy(who.outsider)).toEqual([east!.id])
  })

  it('need the right to share, and a department of the own scope', async () => {
    const to = (code: string) => ({
      code: CODE,
      name: '视图',
      query: overdue,
      departmentId: department(code),
    })
    expect(await refusal(who.worker, calls.add, to('A01A02A01'))).toBe(
      '拒绝访问：需要“共享列表视图”权限（savedView:share）',
    )
    for (const code of ['A01', 'A01A02', 'A01A01'])
      expect(await refusal(who.master, calls.add, to(code))).toBe(
        '共享给（departmentId）：部门不存在，或不在您的数据范围内',
      )
    await harness.owner.query(`update department set status = '2' where id = $1`, [department('A01A02A01')])
    expect(await refusal(who.master, calls.add, to('A01A02A01'))).toBe('部门“西部中心”已停用')
    await harness.owner.query(`update department set status = '1' where id = $1`, [department('A01A02A01')])
    expect(await list(who.master)).toEqual([])
    expect(await harness.call(who.master, calls.add, to('A01A02A01'))).toMatchObject({
      departmentName: '西部中心',
    })
  })

  it('are changed and removed by their owner only', async () => {
    const shared = await share(who.manager, '西部', 'A01A02')
    const { id } = shared
    for (const call of [calls.edit, calls.remove])
      expect(await refusal(who.master, call, editOf(shared, { name: '我的' }))).toBe(
        '只有保存视图的人可以修改或删除它',
      )
    await edit(who.manager, shared, { query: { view: ['open'] } })
    expect(await list(who.worker)).toMatchObject([{ query: { view: ['open'] }, version: 2 }])
    await harness.call(who.manager, calls.remove, { id, version: 2 })
    expect(await names(who.worker)).toEqual([])
  })

  it('are taken back by whoever may share with the department, and stay their owner’s', async () => {
    const { id } = await share(who.master, '西部中心', 'A01A02A01')
    const take = { id, version: 1 }
    expect(await refusal(who.worker, calls.unshare, take)).toMatch(/需要“共享列表视图”权限/)
    expect(await refusal(who.east, calls.unshare, take)).toBe('数据不存在或无权查看')
    // Above the department, the manager finds what is shared below.
    expect(await list(who.manager)).toMatchObject([{ name: '西部中心', mayUnshare: true }])
    expect(await refusal(who.manager, calls.unshare, { ...take, version: 7 })).toBe(
      '视图已在别处更新，请刷新后重试',
    )
    expect(await harness.call(who.manager, calls.unshare, take)).toMatchObject({
      departmentId: null,
      version: 2,
    })
    expect(await names(who.worker)).toEqual([])
    expect(await names(who.manager)).toEqual([])
    expect(await list(who.master)).toMatchObject([{ name: '西部中心', departmentId: null, mayEdit: true }])
    expect(await refusal(who.master, calls.unshare, { id, version: 2 })).toBe('视图没有共享')

    const above = await share(who.admin, '全公司', 'A01')
    expect(await refusal(who.manager, calls.unshare, { id: above.id, version: 1 })).toBe(
      '“总部”不在您的数据范围内，不能取消共享',
    )
  })

  it('are 50 for a department and list at most', async () => {
    await harness.owner.query(
      `insert into saved_view (tenant_id, owner_id, code, name, query, department_id, created_at, updated_at)
       select $1, $2, $3, '共享' || n, '{"view": ["1"]}', $4, now(), now() from generate_series(1, $5) n`,
      [
        harness.tenant.tenantId,
        harness.tenant.users['a_admin']!.id,
        CODE,
        department('A01A02A01'),
        SHARED_A_DEPARTMENT - 1,
      ],
    )
    const answers = await Promise.allSettled([
      share(who.master, '一', 'A01A02A01'),
      share(who.manager, '二', 'A01A02A01'),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const mine = await add(who.master, '自己的')
    const departmentId = department('A01A02A01')
    expect(await refusal(who.master, calls.edit, editOf(mine, { departmentId }))).toBe(
      '“西部中心”在此列表已有 50 个共享视图',
    )
    expect(await edit(who.master, mine, { name: '改名' })).toMatchObject({
      name: '改名',
    })
  })

  it('have a history that whoever sees them reads', async () => {
    const first = await add(who.master, '西部')
    const { id } = first
    const shared = await edit(who.master, first, { departmentId: department('A01A02A01') })
    await edit(who.master, shared, { name: '西部中心' })
    const changes = [
      { action: 'edit', actorName: '甲公司master', name: '西部中心', departmentName: '西部中心' },
      { action: 'share', name: '西部', departmentName: '西部中心' },
      { action: 'add', name: '西部', departmentName: null },
    ]
    expect(await harness.call(who.worker, calls.history, { id })).toMatchObject(changes)
    expect(await refusal(who.outsider, calls.history, { id })).toBe('数据不存在或无权查看')
    await harness.call(who.manager, calls.unshare, { id, version: 3 })
    expect(await harness.call(who.master, calls.history, { id })).toMatchObject([
      { action: 'unshare', actorName: '甲公司manager', departmentName: null },
      ...changes,
    ])
  })
})

describe('the views above a list', () => {
  it('are each person’s choice, and their order too', async () => {
    const [one, two] = [await add(who.master, '一'), await add(who.master, '二')]
    const shared = await share(who.manager, '西部', 'A01A02')
    const chosen = async (token: string) =>
      (await list(token)).map(({ name, pinned, isNew }) => [name, pinned, isNew])
    expect(await chosen(who.master)).toEqual([
      ['一', true, false],
      ['二', true, false],
      ['西部', false, true],
    ])
    await harness.call(who.master, calls.seen, { code: CODE })
    await harness.call(who.master, calls.arrange, {
      code: CODE,
      ids: [two.id, one.id, shared.id],
      pinnedIds: [shared.id, two.id],
    })
    expect(await chosen(who.master)).toEqual([
      ['二', true, false],
      ['一', false, false],
      ['西部', true, false],
    ])
    expect(await chosen(who.worker)).toEqual([['西部', false, true]])
    await add(who.master, '三')
    expect(await names(who.master)).toEqual(['二', '一', '三', '西部'])
  })

  it('are new once', async () => {
    await share(who.manager, '西部', 'A01A02')
    await harness.call(who.worker, calls.seen, { code: 'cleaning-rounds' })
    expect(await list(who.worker)).toMatchObject([{ isNew: true }])
    await Promise.all([1, 2, 3].map(() => harness.call(who.worker, calls.seen, { code: CODE })))
    expect(await list(who.worker)).toMatchObject([{ isNew: false, pinned: false }])
    await share(who.manager, '又一个', 'A01A02')
    expect(await list(who.worker)).toMatchObject([{ isNew: false }, { name: '又一个', isNew: true }])
  })

  it('are none that the person does not see, nor of another list', async () => {
    const mine = await add(who.worker, '我的')
    const [theirs, elsewhere] = [
      await add(who.master, '他的'),
      await add(who.worker, '别处', { code: 'users' }),
    ]
    for (const { id } of [theirs, elsewhere])
      for (const arranged of [
        { ids: [mine.id, id], pinnedIds: [] },
        { ids: [mine.id], pinnedIds: [id] },
      ])
        expect(await refusal(who.worker, calls.arrange, { code: CODE, ...arranged })).toBe(
          '数据不存在或无权查看',
        )
    expect(await list(who.worker)).toMatchObject([{ pinned: true }])
  })
})

describe('whoever shared a view and leaves', () => {
  /** A person of the western region with the right to share. */
  async function hireSharer(username: string) {
    const admin = await signInAdministrator(harness, harness.tenant)
    const { roles } = await harness.call(admin, userCalls.detail, {
      id: harness.tenant.users['a_master']!.id,
    })
    const user = await harness.call(admin, userCalls.add, {
      username,
      password: 'First#2026',
      realname: username,
      depId: department('A01A02A01'),
      roleIds: roles.map(({ id }) => id),
    })
    await harness.owner.query('update app_user set must_change_password = false where id = $1', [user.id])
    return { admin, user, token: await openSession(harness, user.id) }
  }

  it('leaves it to the department when disabled: it says so, and can be taken back', async () => {
    const { admin, user, token } = await hireSharer('view_leaver')
    const shared = await share(token, '离职者的', 'A01A02A01')
    const { id } = shared
    await add(token, '只有自己')
    await harness.call(admin, userCalls.frozenBatch, { ids: user.id, status: '2' })
    expect(await list(who.worker)).toMatchObject([
      { name: '离职者的', ownerName: 'view_leaver', isOwnerActive: false },
    ])
    expect(await refusal(who.manager, calls.edit, editOf(shared, { name: '接手' }))).toBe(
      '只有保存视图的人可以修改或删除它',
    )
    await harness.call(who.manager, calls.unshare, { id, version: 1 })
    expect(await names(who.worker)).toEqual([])
  })

  it('leaves it to the department when moved: it is changed no more, but can be taken back', async () => {
    const { admin, user, token } = await hireSharer('view_mover')
    const shared = await share(token, '调岗者的', 'A01A02A01')
    const detail = await harness.call(admin, userCalls.detail, { id: user.id })
    await harness.call(admin, userCalls.edit, { ...formOf(detail), depId: department('A01A01') })
    const moved = await openSession(harness, user.id)
    expect(await list(who.worker)).toMatchObject([{ name: '调岗者的', isOwnerActive: true }])
    expect(await list(moved)).toMatchObject([{ name: '调岗者的', mayEdit: false, mayUnshare: true }])
    expect(await refusal(moved, calls.edit, editOf(shared, { query: { view: ['1'] } }))).toBe(
      '您的数据范围不再包含所共享的部门，不能再修改这个视图；请取消共享或另存为',
    )
    const own = await edit(moved, shared, { departmentId: null })
    expect(own).toMatchObject({ departmentId: null, mayEdit: true })
    expect(await names(who.worker)).toEqual([])
  })
})
