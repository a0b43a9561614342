import { SHARED_A_DEPARTMENT, savedViewCalls as calls } from '@heliodesk/contract/saved-views.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { formOf, openSession, signInAdministrator } from '../../../test/hire.ts'
import { CODE, editOf, overdue, useViews } from './views.fixture.ts'

const { harness, who, department, list, names, add, edit, share, refusal } = useViews()

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
    await harness.call(admin, userCalls.frozenBatch, { ids: user.id, status: '2', force: true })
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
