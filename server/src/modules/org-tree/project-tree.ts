import type { Input } from '@heliodesk/contract/call.ts'
import {
  isProjectNodeDisabled,
  NO_STATION,
  nodeTypes,
  projectTreeCalls,
  type ProjectNode,
} from '@heliodesk/contract/project-tree.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { defineModule, type Ctx, type Who } from '../../kernel/context.ts'
import { isReadOnly } from '../../kernel/read-only.ts'
import { visibleStations } from '../../kernel/scope.ts'
import { viewerOf } from '../departments/index.ts'
import { getVisibleStation, listOf, visiblePsas } from '../stations/index.ts'
import { inOrder, placesAt, sightWith, type Place, type Sight } from './sight.ts'
import { wayTo } from './lazy.ts'

type TreeInput = Input<(typeof projectTreeCalls)['all']>

const departmentId = (id: string) => `${NO_STATION}1${id}`
const projectId = (id: string) => `${NO_STATION}4${id}`

/** Conditions on a station `s`: the data scope, and the stations that the tree is about. */
type Wanted = {
  viewer: Who
  stations: RawBuilder<SqlBool>
  /** Includes projects without any of the stations. */
  emptyProjects: boolean
  onlyProjects: boolean
  /** Ids of the nodes that a read-only picker shows. */
  only: string[] | null
}

type Project = { id: string; name: string; status: string; code: string }
type Site = { id: string; name: string; status: string; psa_id: string }

const everything = sql<SqlBool>`true`
const households = sql<SqlBool>`s.site_type = 'H'`
const withDevices = sql<SqlBool>`exists (
  select from device v where v.tenant_id = s.tenant_id and v.station_id = s.id and v.status = '1')`

const wantedOf = (viewer: Who, input: TreeInput): Wanted => ({
  viewer,
  stations: everything,
  emptyProjects: true,
  onlyProjects: input.onlyAllProject === '1',
  only: isReadOnly(input) ? listOf(input.initValue, /^[1-9]\d{0,25}$/) : null,
})

/** The own ids of the projects or departments among the node ids. */
const idsIn = (only: string[], kind: '1' | '4') =>
  listOf(
    only
      .filter((id) => id.startsWith(NO_STATION + kind))
      .map((id) => id.slice(NO_STATION.length + 1))
      .join(','),
    /^[1-9]\d{0,17}$/,
  )

async function loadSites(ctx: Ctx, { viewer, stations, only }: Wanted): Promise<Site[]> {
  const { rows } = await sql<Site>`
    select s.id, s.name, s.status, s.psa_id from station s
    where ${visibleStations(ctx.who, 's')} and ${visibleStations(viewer, 's')} and ${stations}
      and ${only === null ? everything : sql`s.id = any(${listOf(only.join(','), /^[1-9]\d{0,17}$/)}::bigint[])`}
    order by s.name_place, s.id`.execute(ctx.db)
  return rows
}

async function loadProjects(ctx: Ctx, wanted: Wanted, sites: Site[]): Promise<Project[]> {
  const { viewer, stations, emptyProjects, only } = wanted
  const chosen = only && [...new Set([...idsIn(only, '4'), ...sites.map((site) => site.psa_id)])]
  const { rows } = await sql<Project>`
    select p.id, p.name, p.status, d.org_code as code
    from psa p join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
    where ${visiblePsas(ctx.who)} and ${visiblePsas(viewer)}
      and ${chosen ? sql`p.id = any(${chosen}::bigint[])` : everything}
      and ${
        emptyProjects
          ? everything
          : sql`exists (select from station s where s.tenant_id = p.tenant_id and s.psa_id = p.id
              and ${visibleStations(ctx.who, 's')} and ${visibleStations(viewer, 's')} and ${stations})`
      }
    order by p.name_place, p.id`.execute(ctx.db)
  return rows
}

async function loadPlaces(ctx: Ctx, wanted: Wanted, projects: Project[]) {
  const codes = new Set(projects.map((project) => project.code))
  const people = [ctx.who, wanted.viewer]
  const own = sightWith(people, [])
  if (wanted.only) {
    const { rows } = await sql<{ org_code: string }>`
      select org_code from department where id = any(${idsIn(wanted.only, '1')}::bigint[])`.execute(ctx.db)
    for (const row of rows.filter((each) => own.sees(each.org_code))) codes.add(row.org_code)
  }
  const sight = sightWith(
    people,
    [...codes].filter((code) => !own.sees(code)),
  )
  return { sight, places: await placesAt(ctx, wayTo(sight, codes)) }
}

type Bare = Pick<ProjectNode, 'id' | 'name' | 'nodeType' | 'psaStatus' | 'code'> & { psaId: string | null }

function toNode(wanted: Wanted, bare: Bare, pId: string | null, children: ProjectNode[]): ProjectNode {
  const { id, name, nodeType, psaStatus, code, psaId } = bare
  const isPjPsa = nodeType === nodeTypes.project ? 1 : 0
  const disabled =
    wanted.only !== null || isProjectNodeDisabled({ isPjPsa, nodeType, psaStatus }, wanted.onlyProjects)
  const treeNodeType = nodeType === nodeTypes.station ? '3' : isPjPsa === 1 ? '2' : '1'
  return {
    id,
    key: id,
    value: id,
    zid: id,
    pId,
    pid: pId,
    name,
    title: name,
    nodeType,
    treeNodeType,
    isPjPsa,
    projectId: psaId,
    psaId,
    code,
    psaStatus,
    disabled,
    children,
  }
}

const statusOf = (status: string) => (status === '3' ? '3' : '1')

function projectNodes(wanted: Wanted, projects: Project[], sites: Site[], pId: string | null): ProjectNode[] {
  const sitesOf = Map.groupBy(sites, (site) => site.psa_id)
  return projects.map(({ id: psaId, name, status, code }) => {
    const id = projectId(psaId)
    const stations = (sitesOf.get(psaId) ?? []).map((site) =>
      toNode(
        wanted,
        { id: site.id, name: site.name, nodeType: 5, psaStatus: statusOf(site.status), code, psaId },
        id,
        [],
      ),
    )
    return toNode(wanted, { id, name, nodeType: 4, psaStatus: statusOf(status), code, psaId }, pId, stations)
  })
}

function departmentNodes(
  wanted: Wanted,
  { places, sight }: { places: Map<string, Place>; sight: Sight },
  projects: Project[],
  sites: Site[],
): ProjectNode[] {
  const placesOf = Map.groupBy(places.values(), (place) => sight.above(place.org_code))
  const projectsOf = Map.groupBy(projects, (project) => project.code)
  const sitesOf = Map.groupBy(sites, (site) => site.psa_id)
  const nodesAt = (above: string | null, pId: string | null): ProjectNode[] =>
    (placesOf.get(above) ?? []).toSorted(inOrder).map((place) => {
      const id = departmentId(place.id)
      const here = projectsOf.get(place.org_code) ?? []
      const theirs = here.flatMap((project) => sitesOf.get(project.id) ?? [])
      return toNode(
        wanted,
        { id, name: place.name, nodeType: 1, psaStatus: '1', code: place.org_code, psaId: null },
        pId,
        [...nodesAt(place.org_code, id), ...projectNodes(wanted, here, theirs, id)],
      )
    })
  return nodesAt(null, null)
}

async function loadTree(ctx: Ctx, wanted: Wanted): Promise<ProjectNode[]> {
  const sites = wanted.onlyProjects ? [] : await loadSites(ctx, wanted)
  const projects = await loadProjects(ctx, wanted, sites)
  return departmentNodes(wanted, await loadPlaces(ctx, wanted, projects), projects, sites)
}

/** Trees of projects and their stations (spec 2 §3, §7); each project appears once, below its own department. */
export const projectTrees = defineModule(projectTreeCalls, {
  async ofUser(ctx, input) {
    return loadTree(ctx, wantedOf(await viewerOf(ctx, input.userId), input))
  },

  all: (ctx, input) => loadTree(ctx, wantedOf(ctx.who, input)),

  async households(ctx, input) {
    const wanted = wantedOf(await viewerOf(ctx, input.userId), input)
    return loadTree(ctx, { ...wanted, stations: households, emptyProjects: false })
  },

  async real(ctx) {
    const wanted: Wanted = {
      viewer: ctx.who,
      stations: withDevices,
      emptyProjects: false,
      onlyProjects: false,
      only: null,
    }
    const sites = await loadSites(ctx, wanted)
    return projectNodes(wanted, await loadProjects(ctx, wanted, sites), sites, null)
  },

  async psaOfStation(ctx, { psId }) {
    const { psaId, psaName } = await getVisibleStation(ctx, psId)
    return { psId, psaId, psaName }
  },

  async ofContracts(ctx, input) {
    const narrowed = isReadOnly(input)
      ? sql`p.id = any(${listOf(input.initValue, /^[1-9]\d{0,17}$/)}::bigint[])`
      : sql`p.status <> '3'`
    const { rows } = await sql<{ id: string; name: string }>`
      select p.id, p.name from psa p join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
      where ${visiblePsas(ctx.who)} and ${narrowed} order by p.name_place, p.id`.execute(ctx.db)
    return rows
  },
})
