import { handoverCalls as calls } from '@heliodesk/contract/handovers.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { describe, expect, it } from 'vitest'
import { hire } from '../../../test/hire.ts'
import { planned } from '../../../test/site.ts'
import { useHandovers } from './handovers.fixture.ts'

const { site, harness, admin, idOf, open, crewMember } = useHandovers()

describe('what a person has open', () => {
  it('is listed by groups, for who manages people there', async () => {
    const person = await crewMember()
    const order = await site.assignTo(await site.create(), person.id)
    const assisted = await site.create()
    await harness.call(site.people.master.token, workOrderCalls.assign, {
      id: assisted.id,
      version: assisted.version,
      liableUserId: site.people.worker.id,
      assistUserIds: [person.id],
      ...planned,
    })
    const [group, ...others] = await open(person.id)
    expect(others).toEqual([])
    expect(group).toMatchObject({ group: 'order', count: 2, beyond: 0 })
    expect(group!.rowList).toEqual([
      { record: order.id, name: expect.stringContaining(order.workCode) as string, note: '负责人 · 处理中' },
      { record: assisted.id, name: expect.any(String) as string, note: '协作人 · 处理中' },
    ])
    const east = await hire(harness, {
      username: 'east.hr',
      codes: ['user:manage'],
      depCode: 'A01A01',
    })
    for (const token of [east.token, site.people.foreigner.token])
      for (const call of [calls.openWork, calls.list, calls.successors])
        expect((await harness.refused(token, call, { personId: person.id })).message).toBe(
          '数据不存在或无权查看',
        )
    expect(
      (await harness.refused(site.people.worker.token, calls.openWork, { personId: person.id })).status,
    ).toBe(403)
  })

  it('counts what its reader does not see, without names', async () => {
    const person = await crewMember({ relPsaIds: [harness.tenant.stations[0]!.psaId] })
    const order = await harness.call(admin(), workOrderCalls.insert, {
      psId: harness.tenant.stations[0]!.id,
      taskType: 12,
      taskDescription: '东部的工单',
    })
    await harness.call(admin(), workOrderCalls.assign, {
      id: order.id,
      version: order.version,
      liableUserId: person.id,
      ...planned,
    })
    const chief = await hire(harness, {
      username: 'west.hr',
      codes: ['user:manage'],
      depCode: 'A01A02',
    })
    expect(await open(person.id, chief.token)).toEqual([{ group: 'order', count: 0, beyond: 1, rowList: [] }])
  })

  it('offers people at work within reach as successors', async () => {
    const person = await crewMember()
    const found = await harness.call(admin(), calls.successors, { personId: person.id, keyword: 'a_col' })
    expect(found).toEqual([expect.objectContaining({ id: idOf('colleague') })])
    const all = await harness.call(admin(), calls.successors, { personId: person.id })
    expect(all.map(({ id }) => id)).not.toContain(person.id)
  })

  it('finds by name and sound the successors that the first fifty leave out', async () => {
    const person = await crewMember()
    await harness.owner.query(
      `insert into app_user (tenant_id, username, realname, department_id, user_type, password_hash)
       select u.tenant_id, 'crowd' || n, case n when 60 then '钟离末' else '同部门' || n end, u.department_id, '1', ''
       from app_user u, generate_series(1, 60) n where u.id = $1`,
      [person.id],
    )
    const first = await harness.call(admin(), calls.successors, { personId: person.id })
    expect(first).toHaveLength(50)
    expect(first.map(({ realname }) => realname)).not.toContain('钟离末')
    for (const keyword of ['钟离', 'zlm', 'zhongli', 'crowd60'])
      expect(await harness.call(admin(), calls.successors, { personId: person.id, keyword })).toMatchObject([
        { realname: '钟离末' },
      ])
  })
})
