import { type OrgNode } from '@heliodesk/contract/org-tree.ts'
import { beforeAll } from 'vitest'
import { useHarness } from '../../../test/harness.ts'
import { hire } from '../../../test/hire.ts'
import { pastTriggers } from '../../../test/owner-pool.ts'

export const UNSEEN = '数据不存在或无权查看'

/** Names occur once in a tree, except for the project that has parts in two departments. */
export const flat = (nodes: OrgNode[]): OrgNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
export const find = (nodes: OrgNode[], name: string) => flat(nodes).find((node) => node.name === name)
export const names = (nodes: OrgNode[]) => flat(nodes).map((node) => node.name)

export type Mode = Partial<Record<string, string>>

/**
 * The first test tenant with a station of each kind in A01A02A01: of 项目二 an ordinary one, a disabled one and a retired
 * household one; of 项目三, which is closed, one more.
 */
export function useOrgSite() {
  const harness = useHarness()
  const site = {
    harness,
    tokens: { admin: '', manager: '', foreigner: '' },
    stations: { good: '', disabled: '', household: '', inClosed: '' },
    psas: { one: '', two: '', closed: '' },
    department: (code: string) => harness.tenant.departments[code]!,
    /** Runs a statement as the owner; returns the first row's id. */
    run: async (text: string, values: unknown[] = []) => {
      const { rows } = await harness.owner.query<{ id: string }>(text, values)
      return rows[0]?.id ?? ''
    },
  }
  beforeAll(() => fill(site))
  return site
}

type OrgSite = ReturnType<typeof useOrgSite>

/** A person of A01A02A01 to whom 项目一 of another department is related. */
export const hireRelated = ({ harness, psas }: OrgSite, username: string) =>
  hire(harness, { username, codes: ['station:list'], depCode: 'A01A02A01', relPsaIds: [psas.one] })

async function fill({ harness, tokens, stations, psas, department, run }: OrgSite) {
  tokens.admin = await harness.signIn('a_admin')
  tokens.manager = await harness.signIn('a_manager')
  tokens.foreigner = await harness.signIn('b_admin')
  const { tenantId, stations: given } = harness.tenant
  const inside = given.filter(({ depCode }) => depCode === 'A01A02A01')
  psas.one = given.find(({ depCode }) => depCode === 'A01A01')!.psaId
  psas.two = inside[0]!.psaId
  stations.good = inside[0]!.id
  stations.disabled = inside[1]!.id
  await pastTriggers(harness.owner, `update station set status = '3' where id = $1`, [stations.disabled])
  psas.closed = await run(
    `insert into psa (tenant_id, department_id, name, status) values ($1, $2, '项目三', '3') returning id`,
    [tenantId, department('A01A02A01')],
  )
  const add = (psaId: string, name: string, type: string, maintenance: string) =>
    run(
      `insert into station (tenant_id, psa_id, department_id, dep_code, name, site_type, maintenance_status)
       values ($1, $2, $3, '', $4, $5, $6) returning id`,
      [tenantId, psaId, department('A01A02A01'), name, type, maintenance],
    )
  stations.household = await add(psas.two, '西户用', 'H', '2')
  stations.inClosed = await add(psas.closed, '西关', 'C', '1')
  await run(
    `insert into device (tenant_id, station_id, name, type_id)
     select $1, $2, '逆变器', id from device_type where tenant_id = $1 and code = 'NB'`,
    [tenantId, stations.good],
  )
}
