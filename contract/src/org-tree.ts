import { z } from 'zod'
import { callsOf } from './call.ts'
import { flag, id, joined, named, requiredText, text, zeroOrOne } from './fields.ts'
import { treeOf } from './tree.ts'

const { query } = callsOf('department', 'station', 'project')

/**
 * A node of the tree of departments, sub-areas (projects, PSAs) and stations (spec 2 §3). A station is below the part
 * of its project in the station's own department: a project with stations in several departments has a part in each.
 * `children` are the loaded ones.
 */
export const orgNode = treeOf(
  'OrgNode',
  z.object({
    /** `d12` a department, `p40-12` the part of project 40 in department 12, `s77` a station. */
    key: z.string(),
    /** null at the top of the caller's scope. */
    parentKey: z.string().nullable(),
    /** The id of the department, project or station. */
    id: z.string(),
    name: z.string(),
    /** The department's code; for a project or station, the code of its department. */
    orgCode: z.string(),
    /** '1': has children, loaded or not. */
    isParent: z.enum(['0', '1']),
    /** '1' is a sub-area. */
    isPsa: z.enum(['0', '1']),
    /** 1 is a station. */
    isPs: z.union([z.literal(0), z.literal(1)]),
    /** '1' active, '2' a disabled department, '3' a closed sub-area or a disabled station. */
    status: z.enum(['1', '2', '3']),
    /** There are no nodes of the requested kind further below. */
    isLastLevel: z.boolean(),
    isLeaf: z.boolean(),
    /**
     * Cannot be chosen in the requested mode (spec 2 §5). In multiple choice, a node above stations stands for its
     * `psNum` stations and can be checked while there are any.
     */
    disabled: z.boolean(),
    /** The reason in words, such as 已停用; null if it can be chosen. */
    disabledReason: z.string().nullable(),
    /** Stations below it (for a station: itself) that can be chosen in this mode and are in the caller's scope. */
    psNum: z.int(),
    /** How many of them the call's `initTreeEntity` covers: all means checked, some means half-checked. */
    chosenNum: z.int(),
    /** Total capacity of those stations; null if none has one on record. */
    capacityKwp: z.number().nullable(),
    /** A sub-area with stations in other departments too, so that this node is only a part of it. */
    isPart: z.boolean(),
  }),
)
export type OrgNode = z.output<typeof orgNode>

/** Comma-joined ids or codes, as the specification's trees send them. */
const joinedList = (title: string) => named(title, joined(text(200_000)).default(''))

const selection = {
  depIds: joinedList('部门'),
  depCodes: joinedList('部门编码'),
  psaIds: joinedList('项目'),
  psIds: joinedList('电站'),
}

/** Options of a tree, identical for every load, expansion and search (spec 2 §7). */
const stationFlags = {
  /** '1': only stations that have devices on record. */
  hasModel: flag('有设备台账'),
  /** '1': only stations in maintenance (maintenanceStatus 1); others are left out. */
  isPsManage: flag('仅在维电站'),
  /** '1': insight mode, in which disabled stations can be chosen too. */
  isInsight: flag('洞察模式'),
  /** '1': without household stations (site type H). */
  excludeHy: flag('不含户用'),
  /** '1': without closed sub-areas and their contents. */
  excludeClosed: flag('不含已关闭'),
}

const treeMode = {
  /** '1': includes stations, and only they can be chosen; '0': sub-areas are the last level. */
  isQueryPs: flag('查询电站'),
  /** '1': only departments, including those without stations; related projects add no others. */
  isDepart: flag('仅部门'),
  ...stationFlags,
  /** '1': disabled departments cannot be chosen. */
  disableClosed: flag('禁用已停用部门'),
  /**
   * Read-only display: with `disabled` ('1', 'true') the tree contains only these nodes and their ancestors.
   * Comma-joined keys, or ids of departments, sub-areas or stations, whichever the mode chooses.
   */
  initValue: named('初始值', joined(text(200_000)).optional()),
  disabled: named('只读', z.coerce.string().max(10).optional()),
}

export type TreeMode = Partial<Record<keyof typeof treeMode, string>>

/** `key` of the node to expand, and the current choice, from which the answer computes the half-checked nodes. */
const initTreeEntity = named(
  '初始节点',
  z.object({ key: named('展开的节点', z.string().max(50).optional()), ...selection }).optional(),
)

/** The maximum of matches that a search of the tree returns. */
export const MOST_MATCHES = 500

const searchInput = z.object({ ...treeMode, search: named('关键词', requiredText(64)), initTreeEntity })

/** Another person's id requires the permission to manage users, and a person in the caller's own departments. */
const userId = named('用户', id.optional())

export const orgTreeCalls = {
  /**
   * Without `initTreeEntity.key` the top nodes of the caller's scope with their children; with it, that node's
   * children. Departments come first in their own order, then sub-areas and stations by name. An unknown key is
   * 数据不存在或无权查看.
   */
  lazy: query({
    title: '部门电站树（逐级）',
    path: '/system/v1/departPsaTree/getDepartPsaTreeLazy',
    access: 'signedIn',
    bodyKb: 1024,
    input: z.object({ ...treeMode, initTreeEntity }),
    output: z.array(orgNode),
  }),
  /**
   * Nodes whose name contains the words, with all ancestors, as partial trees from the top: `children` are those on the
   * path to a match; at most MOST_MATCHES matches, departments first. `psNum` counts all stations below, not the
   * matches.
   */
  search: query({
    title: '部门电站树（搜索）',
    path: '/system/v1/departPsaTree/getDepartPsaTreeLazySearch',
    access: 'signedIn',
    bodyKb: 1024,
    input: searchInput,
    output: z.array(orgNode),
  }),
  /** The total number of matches of the same search. */
  searchCount: query({
    title: '部门电站树（搜索结果数）',
    path: '/system/v1/departPsaTree/getDepartPsaTreeLazySearchCount',
    access: 'signedIn',
    bodyKb: 1024,
    input: searchInput,
    output: z.int(),
  }),
  /**
   * The whole tree at once: everything for people with all data, with `all` '1' including the related projects of
   * others; other people get the subtree of their own department (spec 2 §6).
   */
  full: query({
    title: '部门电站树',
    path: '/system/v1/departPsaTree/getDepartPsaTree',
    access: 'signedIn',
    bodyKb: 256,
    input: z.object({ ...treeMode, all: flag('全部可见范围') }),
    output: z.array(orgNode),
  }),
  /** Departments and the stations directly in them, from a person's default department downwards. */
  car: query({
    title: '车辆部门电站树',
    path: '/system/v1/departPsaTree/getDepartPsaTree/car',
    access: 'signedIn',
    callersOwn: ['userId'],
    input: z.object({ userId, ...stationFlags }),
    output: z.array(orgNode),
  }),
  /** The departments that have stations, as a whole tree. */
  kpi: query({
    title: '考核部门树',
    path: '/system/v1/departPsaTree/getKpiDepTree',
    access: 'signedIn',
    input: z.object({ ...stationFlags }),
    output: z.array(orgNode),
  }),
  /**
   * The number of distinct stations in scope that a selection covers and that can be chosen. Without `isQueryPs`,
   * stations in closed sub-areas count too.
   */
  count: query({
    title: '已选电站数',
    path: '/system/v1/departPsaTree/getDepartPsaCount',
    access: 'signedIn',
    bodyKb: 1024,
    input: z.object({
      ...selection,
      ...stationFlags,
      isQueryPs: named('查询电站', zeroOrOne.optional()),
    }),
    output: z.int(),
  }),
}
