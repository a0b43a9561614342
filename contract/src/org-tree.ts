import { z } from 'zod'
import { query } from './call.ts'
import { flag, id, joined, named, requiredText, text } from './fields.ts'

/**
 * A node of the tree of departments, sub-areas (projects, PSAs) and stations (spec 2 §3). A station stands below the
 * part of its project that lies in the station's own department: a project with stations in several departments has
 * a part in each of them.
 */
export type OrgNode = {
  /** `d12` a department, `p40-12` the part of project 40 in department 12, `s77` a station. */
  key: string
  /** null at the top of what the caller sees, whatever lies above. */
  parentKey: string | null
  /** The department's, project's or station's own id. */
  id: string
  name: string
  /** The department's code; of projects and stations the code of the department that they stand in. */
  orgCode: string
  /** '1' has children, whether or not they are here. */
  isParent: '0' | '1'
  /** '1' is a sub-area. */
  isPsa: '0' | '1'
  /** 1 is a station. */
  isPs: 0 | 1
  /** '1' in force, '2' a department out of use, '3' a closed sub-area or a disabled station. */
  status: '1' | '2' | '3'
  /** Nothing of the wanted kind lies further below. */
  isLastLevel: boolean
  isLeaf: boolean
  /**
   * Cannot be chosen by itself in the mode that was asked for (spec 2 §5). Where several are chosen, a node above
   * stations stands for those `psNum` stations and can be checked as long as there are any.
   */
  disabled: boolean
  /** In words why, such as 已停用; null for what can be chosen. */
  disabledReason: string | null
  /** Stations below (of a station: itself) that can be chosen in this mode and lie in the caller's scope. */
  psNum: number
  /** How many of them the `initTreeEntity` of the call covers: all of them is checked, some is half-checked. */
  chosenNum: number
  /** Of those stations together; null where none has it on record. */
  capacityKwp: number | null
  /** Of a sub-area: it has stations in other departments too, so that this node is not all of it. */
  isPart: boolean
  /** The ones that came along; empty for what is not loaded. */
  children: OrgNode[]
}

export const orgNode: z.ZodType<OrgNode> = z
  .lazy(() =>
    z.object({
      key: z.string(),
      parentKey: z.string().nullable(),
      id: z.string(),
      name: z.string(),
      orgCode: z.string(),
      isParent: z.enum(['0', '1']),
      isPsa: z.enum(['0', '1']),
      isPs: z.union([z.literal(0), z.literal(1)]),
      status: z.enum(['1', '2', '3']),
      isLastLevel: z.boolean(),
      isLeaf: z.boolean(),
      disabled: z.boolean(),
      disabledReason: z.string().nullable(),
      psNum: z.int(),
      chosenNum: z.int(),
      capacityKwp: z.number().nullable(),
      isPart: z.boolean(),
      children: z.array(orgNode),
    }),
  )
  .meta({ id: 'OrgNode' })

/** Comma-joined ids or codes, as the specification's trees send them. */
const joinedList = (title: string) => named(title, joined(text(200_000)).default(''))

const selection = {
  depIds: joinedList('部门'),
  depCodes: joinedList('部门编码'),
  psaIds: joinedList('项目'),
  psIds: joinedList('电站'),
}

/** What a tree is asked for; the same at every load, expansion and search (spec 2 §7). */
const stationFlags = {
  /** '1': only stations whose devices are on record. */
  hasModel: flag('有设备台账'),
  /** '1': only stations in maintenance (maintenanceStatus 1); others are left out. */
  isPsManage: flag('仅在维电站'),
  /** '1': insight, where disabled stations can be chosen too. */
  isInsight: flag('洞察模式'),
  /** '1': without household stations (site type H). */
  excludeHy: flag('不含户用'),
  /** '1': without closed sub-areas and what lies in them. */
  excludeClosed: flag('不含已关闭'),
}

const treeMode = {
  /** '1': down to stations, and only they can be chosen by themselves; '0': sub-areas are the last level. */
  isQueryPs: flag('查询电站'),
  /** '1': departments alone, also those without stations; related projects bring no others. */
  isDepart: flag('仅部门'),
  ...stationFlags,
  /** '1': departments out of use cannot be chosen. */
  disableClosed: flag('禁用已停用部门'),
  /**
   * Read only: with `disabled` ('1', 'true') the tree holds nothing but these nodes and what lies above them. Comma-joined
   * keys, or ids of departments, sub-areas or stations, whichever the mode chooses.
   */
  initValue: named('初始值', joined(text(200_000)).optional()),
  disabled: named('只读', z.coerce.string().max(10).optional()),
}

export type TreeMode = Partial<Record<keyof typeof treeMode, string>>

/** `key` of the node to expand, and what is chosen, so that the answer tells what is half-checked. */
const initTreeEntity = named(
  '初始节点',
  z.object({ key: named('展开的节点', z.string().max(50).optional()), ...selection }).optional(),
)

/** So many matches a search of the tree answers. */
export const MOST_MATCHES = 500

const searchInput = z.object({ ...treeMode, search: named('关键词', requiredText(64)), initTreeEntity })

/** Somebody else's id takes the right to manage users and that person in one's own departments. */
const userId = named('用户', id.optional())

export const orgTreeCalls = {
  /**
   * Without `initTreeEntity.key` the top of what the caller sees with its children; with it, that node's children.
   * Departments come by their order, then sub-areas and stations by name. An unknown key is 数据不存在或无权查看.
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
   * Nodes whose name holds the words, with all their ancestors, as partial trees from the top: `children` are those on
   * the way to a match, at most MOST_MATCHES matches, departments first. `psNum` counts all below, not the matches.
   */
  search: query({
    title: '部门电站树（搜索）',
    path: '/system/v1/departPsaTree/getDepartPsaTreeLazySearch',
    access: 'signedIn',
    bodyKb: 1024,
    input: searchInput,
    output: z.array(orgNode),
  }),
  /** How many matches the same search has in all. */
  searchCount: query({
    title: '部门电站树（搜索结果数）',
    path: '/system/v1/departPsaTree/getDepartPsaTreeLazySearchCount',
    access: 'signedIn',
    bodyKb: 1024,
    input: searchInput,
    output: z.int(),
  }),
  /**
   * The whole tree at once: everything for people with all data, with `all` '1' also the related projects of others,
   * who else get it from their own department down (spec 2 §6).
   */
  full: query({
    title: '部门电站树',
    path: '/system/v1/departPsaTree/getDepartPsaTree',
    access: 'signedIn',
    bodyKb: 256,
    input: z.object({ ...treeMode, all: flag('全部可见范围') }),
    output: z.array(orgNode),
  }),
  /** Departments and the stations right below them, from the stored default department of a person down. */
  car: query({
    title: '车辆部门电站树',
    path: '/system/v1/departPsaTree/getDepartPsaTree/car',
    access: 'signedIn',
    callersOwn: ['userId'],
    input: z.object({ userId, ...stationFlags }),
    output: z.array(orgNode),
  }),
  /** The departments that answer for stations, as a whole tree. */
  kpi: query({
    title: '考核部门树',
    path: '/system/v1/departPsaTree/getKpiDepTree',
    access: 'signedIn',
    input: z.object({ ...stationFlags }),
    output: z.array(orgNode),
  }),
  /**
   * How many stations in scope that can be chosen a selection covers, each counted once. Without `isQueryPs` stations
   * in closed sub-areas count.
   */
  count: query({
    title: '已选电站数',
    path: '/system/v1/departPsaTree/getDepartPsaCount',
    access: 'signedIn',
    bodyKb: 1024,
    input: z.object({
      ...selection,
      ...stationFlags,
      isQueryPs: named(
        '查询电站',
        z.coerce
          .string()
          .pipe(z.enum(['0', '1']))
          .optional(),
      ),
    }),
    output: z.int(),
  }),
}
