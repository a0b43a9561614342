import type pg from 'pg'
import type { Scenario } from './scenarios.ts'
import type { TreeTenant } from './tree-dataset.ts'

const PATH = '/system/v1/departPsaTree'

function tree(
  name: string,
  call: 'getDepartPsaTreeLazy' | 'getDepartPsaTreeLazySearch' | 'getDepartPsaCount',
  bodies: (pool: pg.Pool, tree: TreeTenant) => Promise<Record<string, unknown>[]>,
): Scenario {
  const send: Scenario['ours'] = (feed) => {
    const body = feed.take()
    return body && { path: `${PATH}/${call}`, body }
  }
  return {
    name: `tree: ${name}`,
    inTree: true,
    async prepare({ pool, tree: tenant }) {
      const all = await bodies(pool, tenant)
      let at = 0
      return { take: () => all[at++ % all.length]! }
    },
    ours: send,
    ...(call === 'getDepartPsaCount' ? {} : { floor: send }),
  }
}

const expanding = (rows: { key: string }[]) =>
  rows.map(({ key }) => ({ isQueryPs: '1', initTreeEntity: { key } }))

/** Calls of a picker on the 50,000 nodes of tree-dataset.ts: when it opens, for an expanded node, and for a search. */
export const treeScenarios: Scenario[] = [
  tree('children of departments', 'getDepartPsaTreeLazy', async (pool, { tenantId }) => {
    const { rows } = await pool.query<{ key: string }>(
      `select 'd' || id as key from department where tenant_id = $1 and parent_id is not null order by md5(id::text)`,
      [tenantId],
    )
    return expanding(rows)
  }),
  tree('stations of sub-areas', 'getDepartPsaTreeLazy', async (pool, { tenantId }) => {
    const { rows } = await pool.query<{ key: string }>(
      `select 'p' || psa_id || '-' || department_id as key from station where tenant_id = $1
       group by psa_id, department_id order by md5(psa_id::text) limit 2000`,
      [tenantId],
    )
    return expanding(rows)
  }),
  tree('first load', 'getDepartPsaTreeLazy', () => Promise.resolve([{ isQueryPs: '1' }])),
  tree('search, rare', 'getDepartPsaTreeLazySearch', () =>
    Promise.resolve(
      Array.from({ length: 500 }, (_, at) => ({ isQueryPs: '1', search: `第${10_000 + at * 59}光伏` })),
    ),
  ),
  tree('search, frequent', 'getDepartPsaTreeLazySearch', () =>
    Promise.resolve([{ isQueryPs: '1', search: '光伏' }]),
  ),
  tree('count of a selection', 'getDepartPsaCount', () =>
    Promise.resolve([{ depCodes: 'A01A03,A01A05', psaIds: '1,2,3', psIds: '5,6,7' }]),
  ),
]
