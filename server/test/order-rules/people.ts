import { beforeAll } from 'vitest'
import { useHarness, type Harness } from '../harness.ts'
import type { Position } from './table.ts'

export type Person = { id: string; token: string; name: string }

/** The users of the test companies, without their prefix. */
const posts: Record<Position, string> = {
  管理员: 'admin',
  管理员负责: 'admin',
  管理员曾作业: 'admin',
  区域经理: 'manager',
  站长: 'master',
  负责人: 'worker',
  协作人: 'colleague',
  班组他人: 'mate',
  值班员: 'shift',
  安全员: 'safety',
  访客: 'guest',
  平台运营: 'platform',
}

export type Place = '本部门' | '关联项目' | '范围外'

export type RuleSite = {
  harness: Harness
  /** Of the company of the orders. */
  people: Record<Position, Person>
  /** The people of another company, by the same positions. */
  strangers: Record<Position, Person>
  stations: Record<Place, string>
}

/**
 * A company with everybody of the written rules, all of them of the western centre except the administrator, and three
 * stations: one of theirs, one of another department whose project is related to them, and one of that department alone.
 * Nobody but the administrator sees the last one.
 */
export function useRuleSite(): RuleSite {
  const harness = useHarness()
  const site = { harness } as RuleSite
  beforeAll(async () => {
    const { tenant, otherTenant, owner } = harness
    const western = tenant.departments['A01A02A01']!
    await owner.query(
      `with psa as (
         insert into psa (tenant_id, name, department_id) values ($1, '关联项目', $2) returning id
       ), related as (
         insert into user_psa (tenant_id, user_id, psa_id) select $1, u.id, psa.id from app_user u, psa where u.tenant_id = $1
       )
       insert into station (tenant_id, name, psa_id, department_id, dep_code, capacity_kwp)
         select $1, '关联电站', id, $2, 'A01A01', 10000 from psa`,
      [tenant.tenantId, tenant.departments['A01A01']],
    )
    await owner.query(
      `update app_user set department_id = $2 where tenant_id = $1 and username <> 'a_admin'`,
      [tenant.tenantId, western],
    )
    await owner.query(
      `update app_user set realname = case username when 'a_outsider' then '班组他人' else realname end where tenant_id = $1`,
      [tenant.tenantId],
    )
    const { rows } = await owner.query<{ id: string; name: string }>(
      'select id, name from station where tenant_id = $1',
      [tenant.tenantId],
    )
    const idOf = (ending: string) => rows.find(({ name }) => name.endsWith(ending))!.id
    site.stations = { 本部门: idOf('西二'), 关联项目: idOf('关联电站'), 范围外: idOf('东一') }
    site.people = await peopleOf(harness, tenant.users, 'a')
    site.strangers = await peopleOf(harness, otherTenant.users, 'b')
  })
  return site
}

async function peopleOf(harness: Harness, users: Record<string, { id: string }>, prefix: string) {
  const people = {} as Record<Position, Person>
  const known = new Map<string, Person>()
  for (const [position, post] of Object.entries(posts)) {
    // The worker of another department, who was moved into the crew.
    const username = `${prefix}_${post === 'mate' ? 'outsider' : post}`
    const { id } = users[username]!
    const { rows } = await harness.owner.query<{ name: string }>(
      'select realname as name from app_user where id = $1',
      [id],
    )
    const person = known.get(username) ?? {
      id,
      token: await harness.signIn(username),
      name: rows[0]!.name,
    }
    known.set(username, person)
    people[position as Position] = person
  }
  return people
}
