import type { Input } from '@heliodesk/contract/call.ts'
import { departmentTreeCalls, type AreaNode } from '@heliodesk/contract/department-tree.ts'
import { sql, type SqlBool } from 'kysely'
import { defineModule, notFound, type Ctx } from '../../kernel/context.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { one } from '../../platform/certain.ts'
import { ownDepartment, ownDepartments, viewerOf } from '../departments/index.ts'
import { visiblePsas } from '../stations/index.ts'
import {
  below,
  inOrder,
  placesAt,
  placesWhere,
  prefixesOf,
  sightWith,
  type Place,
  type Sight,
} from './sight.ts'

type AreaInput = Input<(typeof departmentTreeCalls)['byType']>
type CodeInput = Input<(typeof departmentTreeCalls)['byOrgCode']>
type Psa = { id: string; name: string; status: string; code: string }

const COMPANY = 3

const typeOf = (place: Place): AreaNode['type'] =>
  place.org_code.length === COMPANY ? '0' : place.has_departments ? '1' : '2'

type Forest = {
  places: ReadonlyMap<string, Place>
  psas?: Psa[]
  sight: Sight
  isDisabled: (node: Pick<AreaNode, 'type' | 'status'>) => boolean
}

function toForest({ places, psas = [], sight, isDisabled }: Forest): AreaNode[] {
  const parentOf = (code: string) => {
    const above = sight.above(code)
    return above !== null && places.has(above) ? above : null
  }
  const placesOf = Map.groupBy(places.values(), (place) => parentOf(place.org_code))
  const psasOf = Map.groupBy(psas, (psa) => psa.code)
  const psaNode = (psa: Psa, parent: Place): AreaNode => {
    const [key, status] = [`p${psa.id}`, psa.status === '3' ? 3 : 1] as const
    return {
      key,
      value: key,
      pkey: `d${parent.id}`,
      id: psa.id,
      parentId: parent.id,
      title: psa.name,
      orgCode: psa.code,
      type: '3',
      status,
      disabled: isDisabled({ type: '3', status }),
      children: [],
    }
  }
  const nodesAt = (code: string | null, parent: Place | null): AreaNode[] =>
    (placesOf.get(code) ?? []).toSorted(inOrder).map((place) => {
      const [key, type, status] = [`d${place.id}`, typeOf(place), place.status === '1' ? 1 : 2] as const
      return {
        key,
        value: key,
        pkey: parent && `d${parent.id}`,
        id: place.id,
        parentId: parent && parent.id,
        title: place.name,
        orgCode: place.org_code,
        type,
        status,
        disabled: isDisabled({ type, status }),
        children: [
          ...nodesAt(place.org_code, place),
          ...(psasOf.get(place.org_code) ?? []).map((psa) => psaNode(psa, place)),
        ],
      }
    })
  return nodesAt(null, null)
}

/** Spec 2 §5: disables inactive departments, and departments by type where areas or power areas are chosen. */
const disabledFor =
  (wanted: AreaInput['type']) =>
  ({ type, status }: Pick<AreaNode, 'type' | 'status'>): boolean =>
    status !== 1 || (wanted !== '0' && type !== wanted)

async function loadAreas(ctx: Ctx, { type, partialTree }: AreaInput): Promise<AreaNode[]> {
  const own = await placesWhere(ctx, ownDepartments(ctx.who, 'd.org_code'))
  const isDisabled = disabledFor(type)
  const psas = type === '3' ? await loadPsas(ctx) : []
  const outside = psas.map((psa) => psa.code).filter((code) => !own.has(code))
  const sight = sightWith([ctx.who], outside)
  const places = new Map([...own, ...(await placesAt(ctx, outside))])
  const forest = toForest({ places, psas, sight, isDisabled })
  return partialTree === '1' ? leadingSomewhere(forest) : forest
}

async function loadPsas(ctx: Ctx): Promise<Psa[]> {
  const { rows } = await sql<Psa>`
    select p.id, p.name, p.status, d.org_code as code
    from psa p join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
    where ${visiblePsas(ctx.who)} order by p.name_place, p.id`.execute(ctx.db)
  return rows
}

const leadingSomewhere = (nodes: AreaNode[]): AreaNode[] =>
  nodes
    .map((node) => ({ ...node, children: leadingSomewhere(node.children) }))
    .filter((node) => !node.disabled || node.children.length > 0)

const isClosed = ({ status }: Pick<AreaNode, 'status'>) => status !== 1

/** The subtree of one of the caller's own departments; inactive ones only with `isShow`, without their contents. */
async function loadBelow(ctx: Ctx, { orgCode = ctx.who.orgCode, isShow }: CodeInput): Promise<AreaNode> {
  const places = await placesWhere(
    ctx,
    sql<SqlBool>`${ownDepartments(ctx.who, 'd.org_code')} and ${below('d.org_code', orgCode)}`,
  )
  if (!places.has(orgCode)) throw notFound()
  const closed = new Set(
    [...places.values()].filter((place) => place.status !== '1').map((place) => place.org_code),
  )
  const shown = [...places].filter(
    ([code]) => isShow === '1' || code === orgCode || !prefixesOf(code).some((prefix) => closed.has(prefix)),
  )
  const sight = sightWith([ctx.who], [])
  return one(toForest({ places: new Map(shown), sight, isDisabled: isClosed }))
}

async function codeOf(ctx: Ctx, id: string): Promise<string> {
  const row = await ownDepartment(ctx, id).select('d.org_code').executeTakeFirstOrThrow(notFound)
  return row.org_code
}

/** The counts of a department's subtree, within the caller's scope. */
async function countBelow(ctx: Ctx, code: string) {
  const { rows } = await sql<{ members: number; stations: number; psas: number; above: string | null }>`
    select (select count(*)::int from app_user u join department d on d.tenant_id = u.tenant_id
        and d.id = u.department_id where ${below('d.org_code', code)}) as members,
      (select count(*)::int from station s
        where ${below('s.dep_code', code)} and ${visibleStations(ctx.who, 's')}) as stations,
      (select count(*)::int from psa p join department d on d.tenant_id = p.tenant_id
        and d.id = p.department_id where ${below('d.org_code', code)}) as psas,
      (select d.name from department d
        where d.org_code = ${code.slice(0, -3)} and ${ownDepartments(ctx.who, 'd.org_code')}) as above`.execute(
    ctx.db,
  )
  return one(rows)
}

/** Departments that have stations, all of them household stations. */
async function householdCodes(ctx: Ctx): Promise<Set<string>> {
  const { rows } = await sql<{ code: string; other: boolean }>`
    select s.dep_code as code, bool_or(s.site_type <> 'H') as other
    from station s where ${visibleStations(ctx.who, 's')} group by s.dep_code`.execute(ctx.db)
  const others = new Set(rows.filter(({ other }) => other).flatMap(({ code }) => prefixesOf(code)))
  return new Set(rows.flatMap(({ code }) => prefixesOf(code)).filter((code) => !others.has(code)))
}

/** Trees of departments for forms and administration (spec 2 §7), within the caller's own departments. */
export const departmentTrees = defineModule(departmentTreeCalls, {
  async all(ctx) {
    const places = await placesWhere(ctx, ownDepartments(ctx.who, 'd.org_code'))
    return toForest({ places, sight: sightWith([ctx.who], []), isDisabled: () => false })
  },

  byType: loadAreas,
  areas: loadAreas,

  async byOrgCode(ctx, input) {
    return [await loadBelow(ctx, input)]
  },

  // The id takes precedence, because clients add their own orgCode to every read (spec 1 §7.1).
  async detail(ctx, { id, orgCode, isShow }) {
    const node = await loadBelow(ctx, { orgCode: id ? await codeOf(ctx, id) : orgCode, isShow })
    const { members, stations, psas, above } = await countBelow(ctx, node.orgCode)
    const children = node.children.map((child) => ({ ...child, children: [] }))
    return {
      department: { ...node, children },
      parentName: above,
      memberCount: members,
      stationCount: stations,
      psaCount: psas,
    }
  },

  async mine(ctx, { userId, excludeHy }) {
    const viewer = await viewerOf(ctx, userId)
    const own = await placesWhere(
      ctx,
      sql<SqlBool>`${ownDepartments(ctx.who, 'd.org_code')} and ${below('d.org_code', viewer.orgCode)}`,
    )
    const left = excludeHy === '1' ? await householdCodes(ctx) : new Set<string>()
    const places = new Map([...own].filter(([code]) => !left.has(code)))
    return toForest({ places, sight: sightWith([ctx.who], []), isDisabled: isClosed })
  },
})
