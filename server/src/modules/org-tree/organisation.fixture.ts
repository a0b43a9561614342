import { array, boolean, constantFrom, nat, record, type Arbitrary } from 'fast-check'
import type { Harness } from '../../../test/harness.ts'

export type Department = { id: string; code: string; name: string; status: string; order: number }
export type Psa = { id: string; code: string; name: string; status: string }
export type Station = {
  id: string
  psaId: string
  code: string
  name: string
  siteType: string
  maintenance: string
  status: string
  kwp: number | null
  hasDevice: boolean
}
export type Organisation = { departments: Department[]; psas: Psa[]; stations: Station[]; related: string[] }

/** The inputs of a random organisation; numbers select among what exists already. */
export const plan = record({
  departments: array(record({ above: nat(), closed: constantFrom('1', '1', '1', '2'), order: nat(3) }), {
    maxLength: 8,
  }),
  psas: array(record({ at: nat(), status: constantFrom('1', '1', '1', '3') }), {
    minLength: 1,
    maxLength: 7,
  }),
  stations: array(
    record({
      psa: nat(),
      /** Its department; most stations are in their project's. */
      at: nat(),
      away: constantFrom(false, false, true),
      siteType: constantFrom('C', 'G', 'H'),
      maintenance: constantFrom('1', '1', '2'),
      status: constantFrom('1', '1', '3'),
      kwp: constantFrom(null, 0.5, 1000, 12_345.678),
      hasDevice: boolean(),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  related: array(nat(), { maxLength: 3 }),
})
export type Plan = typeof plan extends Arbitrary<infer P> ? P : never

const pick = <T>(items: T[], number: number): T => items[number % items.length]!

/**
 * Creates the organisation of a plan in the first test tenant, next to its four departments and instead of everything
 * else; everybody gets the related projects.
 */
export async function plant(
  harness: Harness,
  { departments, psas, stations, related }: Plan,
): Promise<Organisation> {
  const tenant = harness.tenant.tenantId
  const run = <Row>(text: string, values: unknown[] = []) =>
    harness.owner.query<Row & object>(text.replaceAll('$T', String(tenant)), values).then(({ rows }) => rows)
  await run('delete from user_psa where tenant_id = $T')
  await run('delete from device where tenant_id = $T')
  await run('delete from station where tenant_id = $T')
  await run('delete from psa where tenant_id = $T')
  await run(`delete from department where tenant_id = $T and name like '部门%'`)
  const grown: Department[] = await run<Department>(
    `select id, org_code as code, name, status, sort_order as order from department where tenant_id = $T order by 2`,
  )
  for (const [at, { above, closed, order }] of departments.entries()) {
    const parent = pick(grown, above)
    const place = grown.filter(
      ({ code }) => code.startsWith(parent.code) && code.length === parent.code.length + 3,
    )
    const code = `${parent.code}B${String(place.length + 1).padStart(2, '0')}`
    const [added] = await run<Department>(
      `insert into department (tenant_id, parent_id, org_code, name, status, sort_order)
       values ($T, $1, $2, $3, $4, $5) returning id, org_code as code, name, status, sort_order as order`,
      [parent.id, code, `部门${at}`, closed, order],
    )
    grown.push(added!)
  }
  const projects: Psa[] = []
  for (const [at, { at: where, status }] of psas.entries()) {
    const home = pick(grown, where)
    const [added] = await run<Psa>(
      `insert into psa (tenant_id, department_id, name, status) values ($T, $1, $2, $3) returning id, name, status`,
      [home.id, `项目${at}`, status],
    )
    projects.push({ ...added!, code: home.code })
  }
  const planted: Station[] = []
  for (const [at, wanted] of stations.entries()) {
    const psa = pick(projects, wanted.psa)
    const home = wanted.away ? pick(grown, wanted.at) : grown.find(({ code }) => code === psa.code)!
    const [added] = await run<{ id: string }>(
      `insert into station
         (tenant_id, psa_id, department_id, dep_code, name, site_type, maintenance_status, status, capacity_kwp)
       values ($T, $1, $2, '', $3, $4, $5, $6, $7) returning id`,
      [psa.id, home.id, `电站${at}`, wanted.siteType, wanted.maintenance, wanted.status, wanted.kwp],
    )
    if (wanted.hasDevice) {
      await run(
        `insert into device (tenant_id, station_id, name, type_id)
         select $T, $1, '逆变器', id from device_type where tenant_id = $T and code = 'NB'`,
        [added!.id],
      )
    }
    const { siteType, maintenance, status, kwp, hasDevice } = wanted
    planted.push({
      id: added!.id,
      psaId: psa.id,
      code: home.code,
      name: `电站${at}`,
      siteType,
      maintenance,
      status,
      kwp,
      hasDevice,
    })
  }
  const mine = [...new Set(related.map((number) => pick(projects, number).id))]
  await run(
    `insert into user_psa (tenant_id, user_id, psa_id)
     select $T, u.id, p from app_user u, unnest($1::bigint[]) p where u.tenant_id = $T`,
    [mine],
  )
  return { departments: grown, psas: projects, stations: planted, related: mine }
}
