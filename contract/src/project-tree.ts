import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, joined, named, text } from './fields.ts'

const { query } = callsOf('project', 'station')

/** Prefix of the ids of nodes that are no stations; station ids never begin with it (spec 2 §5, §9). */
export const NO_STATION = '66666'

/** Whether a tree's id belongs to no station: starts with 66666 and is longer. */
export const isNoStation = (treeId: string): boolean =>
  treeId.startsWith(NO_STATION) && treeId.length > NO_STATION.length

/** The kinds of nodes. */
export const nodeTypes = { department: 1, project: 4, station: 5 } as const

/** A node of the trees of projects and their stations (spec 2 §3). */
export type ProjectNode = {
  /** A station's own id; for departments and projects one starting with 66666. `key`, `value` and `zid` are equal. */
  id: string
  key: string
  value: string
  zid: string
  /** The parent's id, null at the top. */
  pId: string | null
  pid: string | null
  name: string
  title: string
  /** 4 a project, 1 a department, 5 a station. */
  nodeType: 1 | 4 | 5
  /** '3' a station, '1' a department, '2' a project. */
  treeNodeType: '1' | '2' | '3'
  /** 1: a project, not a station. */
  isPjPsa: 0 | 1
  /** For a project and its stations the project's own id, else null. */
  projectId: string | null
  psaId: string | null
  /** The department's code. */
  code: string
  /** '3' a closed project or a disabled station. */
  psaStatus: '1' | '3'
  disabled: boolean
  children: ProjectNode[]
}

const projectNode: z.ZodType<ProjectNode> = z
  .lazy(() =>
    z.object({
      id: z.string(),
      key: z.string(),
      value: z.string(),
      zid: z.string(),
      pId: z.string().nullable(),
      pid: z.string().nullable(),
      name: z.string(),
      title: z.string(),
      nodeType: z.union([z.literal(1), z.literal(4), z.literal(5)]),
      treeNodeType: z.enum(['1', '2', '3']),
      isPjPsa: z.union([z.literal(0), z.literal(1)]),
      projectId: z.string().nullable(),
      psaId: z.string().nullable(),
      code: z.string(),
      psaStatus: z.enum(['1', '3']),
      disabled: z.boolean(),
      children: z.array(projectNode),
    }),
  )
  .meta({ id: 'ProjectNode' })

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
  onlyAllProject: named(
    '仅项目',
    z.coerce
      .string()
      .pipe(z.enum(['0', '1']))
      .default('0'),
  ),
  ...readOnly,
})
const output = z.array(projectNode)

export const projectTreeCalls = {
  /** Departments, projects and stations in the scope of both a person and the caller. */
  ofUser: query({
    title: '用户的项目电站树',
    path: '/system/v1/erpProjectManager/getErpPjPsaTreeByUserId',
    access: 'signedIn',
    bodyKb: 256,
    callersOwn: ['userId'],
    input,
    output,
  }),
  /** Everything in the caller's scope. */
  all: query({
    title: '全部项目电站树',
    path: '/system/v1/erpProjectManager/getAllPjPsaTree',
    access: 'signedIn',
    bodyKb: 256,
    callersOwn: ['userId'],
    input,
    output,
  }),
  /** Household stations (site type H) and their projects. */
  households: query({
    title: '用户的户用项目电站树',
    path: '/system/v1/erpProjectManager/getErpPjPsaTreeByUserIdOnlyHuYong',
    access: 'signedIn',
    bodyKb: 256,
    callersOwn: ['userId'],
    input,
    output,
  }),
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
