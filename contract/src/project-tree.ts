import { z } from 'zod'
import { callsOf } from './call.ts'
import { alike, flag, id, joined, named, text } from './fields.ts'
import { treeOf } from './tree.ts'

const { query } = callsOf('project', 'station')

/** Prefix of the ids of nodes that are no stations; station ids never begin with it (spec 2 §5, §9). */
export const NO_STATION = '66666'

/** Whether a tree's id belongs to no station: starts with 66666 and is longer. */
export const isNoStation = (treeId: string): boolean =>
  treeId.startsWith(NO_STATION) && treeId.length > NO_STATION.length

/** The kinds of nodes. */
export const nodeTypes = { department: 1, project: 4, station: 5 } as const

/** A node of the trees of projects and their stations (spec 2 §3). */
const projectNode = treeOf(
  'ProjectNode',
  z.object({
    /** A station's own id; for departments and projects one starting with 66666. */
    ...alike(z.string(), 'id', 'key', 'value', 'zid'),
    /** The parent's id, null at the top. */
    ...alike(z.string().nullable(), 'pId', 'pid'),
    ...alike(z.string(), 'name', 'title'),
    /** 4 a project, 1 a department, 5 a station. */
    nodeType: z.union([z.literal(1), z.literal(4), z.literal(5)]),
    /** '3' a station, '1' a department, '2' a project. */
    treeNodeType: z.enum(['1', '2', '3']),
    /** 1: a project, not a station. */
    isPjPsa: z.union([z.literal(0), z.literal(1)]),
    /** For a project and its stations the project's own id, else null. */
    ...alike(z.string().nullable(), 'projectId', 'psaId'),
    /** The department's code. */
    code: z.string(),
    /** '3' a closed project or a disabled station. */
    psaStatus: z.enum(['1', '3']),
    disabled: z.boolean(),
  }),
)
export type ProjectNode = z.output<typeof projectNode>

/** The disabling rules of the two modes (spec 2 §5): choosing stations, or only projects. */
export const isProjectNodeDisabled = (
  node: Pick<ProjectNode, 'isPjPsa' | 'nodeType' | 'psaStatus'>,
  onlyProjects: boolean,
): boolean =>
  node.psaStatus === '3' || (onlyProjects ? node.nodeType !== nodeTypes.project : node.isPjPsa === 1)

const readOnly = {
  /** Comma-joined ids of nodes; with `disabled` the answer contains only them and their ancestors. */
  initValue: named('初始值', joined(text(200_000)).optional()),
  disabled: named('只读', z.coerce.string().max(10).optional()),
}

const input = z.object({
  /** Whose tree, by default the caller's. Another person's requires the permission to manage users. */
  userId: named('用户', id.optional()),
  /** '1': projects are the last level, and only they can be chosen. */
  onlyAllProject: flag('仅项目'),
  ...readOnly,
})
const output = z.array(projectNode)

const tree = (title: string, name: string) =>
  query({
    title,
    path: `/system/v1/erpProjectManager/${name}`,
    access: 'signedIn',
    bodyKb: 256,
    callersOwn: ['userId'],
    input,
    output,
  })

export const projectTreeCalls = {
  /** Departments, projects and stations in the scope of both a person and the caller. */
  ofUser: tree('用户的项目电站树', 'getErpPjPsaTreeByUserId'),
  /** Everything in the caller's scope. */
  all: tree('全部项目电站树', 'getAllPjPsaTree'),
  /** Household stations (site type H) and their projects. */
  households: tree('用户的户用项目电站树', 'getErpPjPsaTreeByUserIdOnlyHuYong'),
  /** The health service's real stations, those with a device ledger, below their projects. */
  real: query({
    title: '实体电站树',
    path: '/monitor/projectAndStationTree',
    access: 'signedIn',
    input: z.object({}),
    output,
  }),
  /** The project of a station. */
  psaOfStation: query({
    title: '电站所属项目',
    path: '/monitor/getPsaId',
    access: 'signedIn',
    input: z.object({ psId: named('电站', id) }),
    output: z.object({ psId: z.string(), psaId: z.string(), psaName: z.string() }),
  }),
  /** Projects for a performance contract: those in scope and not closed, or with `disabled` those of the value. */
  ofContracts: query({
    title: '履约合同可选的项目',
    path: '/performances/contract/perfContract/psa',
    access: 'signedIn',
    bodyKb: 256,
    input: z.object(readOnly),
    output: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
}
