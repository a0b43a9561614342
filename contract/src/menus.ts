import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, keyOf, named, nothing, requiredText, sysPage, sysPageOf, text, joinedIds } from './fields.ts'
import { isOwn } from './own.ts'
import { recordCalls } from './record-calls.ts'
import { menuEntry } from './session.ts'
import { treeKeys, treeOf, type TreeOf } from './tree.ts'

const { command, query } = callsOf('role')

const manage = { perm: 'menu:manage' } as const

/** How many menus lie one below the other at most; buttons come below them. */
export const MOST_LEVELS = 5
/** The most entries that one draft changes. */
export const MOST_CHANGES = 500
/** The most entries of a company. */
export const MOST_ENTRIES = 2000

/** The component of an entry that only holds others. */
export const LAYOUT = 'layouts/Basic'

/** Pages that everybody has, and that the menu may contain as well: component and title. */
export const openComponents = {
  'approvals/ApprovalsPage': '我的流程',
  'exports/DownloadsPage': '我的下载',
  'settings/PersonalPage': '个人主页',
  'inquiries/FeedbackPage': '问题反馈',
  'work-orders/MessagesPage': '消息',
  'work-orders/MyOrdersPage': '我的工单',
} as const

/** What an entry is: as the editor names it. */
export const menuKinds = {
  directory: '目录',
  page: '菜单',
  button: '按钮',
  link: '外链',
  frame: '内嵌页',
  screen: '大屏',
} as const
export type MenuKind = keyof typeof menuKinds

/** The full-screen displays by their fixed paths (specification 1 §2.1). */
export const screenPaths = { '/screen/page': '大屏', '/screen/jd': '大屏（新窗口）' } as const

type Described = {
  menuType: number
  path: string | null
  url: string | null
  component: string | null
  internalOrExternal: boolean
}

/** Its kind follows from its fields, so that it cannot contradict them. */
export function kindOf({ menuType, path, url, component, internalOrExternal }: Described): MenuKind {
  if (menuType === 2) return 'button'
  if (path !== null && isOwn(screenPaths, path)) return 'screen'
  if (url !== null) return internalOrExternal ? 'link' : 'frame'
  return component === null || component.startsWith('layouts/') ? 'directory' : 'page'
}

const optional = (max: number) => text(max).nullable().default(null)
const yes = (title: string) => named(title, z.boolean().default(true))
const no = (title: string) => named(title, z.boolean().default(false))

/** The fields of an entry, as the Jeecg family names them; '' is none. */
const menuFields = {
  /** 0 a menu at the top, 1 below it, 2 a button. */
  menuType: named('类型', z.literal([0, 1, 2], '类型应为 0、1 或 2')),
  name: named('名称', requiredText(32)),
  /** Of a button: its permission code. */
  perms: named('权限码', optional(64)),
  path: named('路径', optional(200)),
  /** Of a link or an embedded page: its address. Where a stock client sends a path here, it is the path. */
  url: named('地址', optional(500)),
  component: named('组件', optional(100)),
  redirect: named('跳转', optional(200)),
  icon: named('图标', optional(64)),
  sortNo: named('排序', z.number().int().min(0, '不能小于 0').max(1_000_000, '不能大于 1000000').default(0)),
  hidden: no('隐藏'),
  alwaysShow: no('只有一项也显示上级'),
  keepAlive: yes('切走后保留内容'),
  route: yes('注册为路由'),
  internalOrExternal: no('外部打开'),
  target: named('打开方式', z.enum(['_blank', '_self']).nullable().default(null)),
  /** 0 not in force: a menu is gone, a button is open to everyone who sees its page. */
  status: named('状态', z.enum(['0', '1']).default('1')),
}

const place = { parentId: named('上级', id.nullable().default(null)) }

/** Of an entry that exists, its id; of one that the draft adds, a key of the draft. */
const entryKey = z.string().regex(/^(?:new-[1-9]\d{0,3}|[1-9]\d{0,17})$/, '不是有效的菜单编号')

const draftEntry = z.object({
  key: named('菜单', entryKey),
  above: named('上级', entryKey.nullable()),
  ...menuFields,
})
export type DraftEntry = z.output<typeof draftEntry>

const draft = {
  /** The entries as they will be, all others stay. */
  entries: named('菜单', z.array(draftEntry).max(MOST_CHANGES, `一次最多修改 ${MOST_CHANGES} 项`)),
  removedIds: named('删除的菜单', z.array(id).max(MOST_CHANGES, `一次最多删除 ${MOST_CHANGES} 项`)),
}

const menuNode = z.object({
  ...treeKeys,
  id: z.string(),
  parentId: z.string().nullable(),
  menuType: z.int(),
  name: z.string(),
  perms: z.string().nullable(),
  permsType: z.string(),
  path: z.string().nullable(),
  url: z.string().nullable(),
  component: z.string().nullable(),
  componentName: z.string().nullable(),
  redirect: z.string().nullable(),
  icon: z.string().nullable(),
  sortNo: z.int(),
  hidden: z.boolean(),
  alwaysShow: z.boolean(),
  keepAlive: z.boolean(),
  route: z.boolean(),
  internalOrExternal: z.boolean(),
  target: z.enum(['_blank', '_self']).nullable(),
  status: z.enum(['0', '1']),
  hideTab: z.boolean(),
  leaf: z.boolean(),
  isLeaf: z.boolean(),
  ruleFlag: z.int(),
  delFlag: z.int(),
  description: z.string(),
  version: z.int(),
  /** Comes with the product: its path, component and code stay. */
  builtIn: z.boolean(),
  /** Administrators must be able to reach it. */
  kept: z.boolean(),
  /** The roles that hold it. */
  roles: z.array(z.object({ id: z.string(), roleName: z.string() })),
  /** People of the caller's own departments who have it through a role. */
  userCount: z.int(),
})
const menuEntryRecord = menuNode.meta({ id: 'MenuRecord' })
export type MenuRecord = z.output<typeof menuNode>
export type MenuNode = TreeOf<MenuRecord>

const menuTree = treeOf('MenuNode', menuNode)

const record = recordCalls('role', {
  title: '菜单',
  path: '/sys/permission',
  access: manage,
  fields: { ...place, ...menuFields },
  output: menuEntryRecord,
})

export const menuActions = { create: '新建', edit: '修改', move: '移动', remove: '删除' } as const
const menuAction = keyOf(menuActions)
export type MenuAction = z.output<typeof menuAction>

/** One change of an entry, in the words of its time; newest first. */
const menuEvent = z
  .object({
    id: z.string(),
    time: z.string(),
    /** null for a person outside the caller's own departments. */
    actorName: z.string().nullable(),
    action: menuAction,
    /** The entry and what it lies below. */
    name: z.string(),
    edited: z.array(z.object({ title: z.string(), from: z.string(), to: z.string() })),
  })
  .meta({ id: 'MenuEvent' })

const editorState = z.object({
  /** Changes with every change of any entry. */
  treeVersion: z.int(),
  treeList: z.array(menuTree),
  components: z.array(z.object({ component: z.string(), title: z.string() })),
  codes: z.array(z.object({ code: z.string(), title: z.string() })),
  roles: z.array(
    z.object({ id: z.string(), roleCode: z.string(), roleName: z.string(), userCount: z.int() }),
  ),
})
export type MenuEditorState = z.output<typeof editorState>

export const menuCalls = {
  list: query({
    title: '菜单列表',
    entities: ['role', 'user'],
    path: 'GET /sys/permission/list',
    access: manage,
    input: nothing,
    output: z.array(menuTree),
  }),
  ...record,
  removeBatch: command({
    title: '批量删除菜单',
    path: 'DELETE /sys/permission/deleteBatch',
    access: manage,
    input: z.object({ ids: named('菜单', joinedIds) }),
    output: z.null(),
  }),
  /** The tree with what the editor offers for its fields. */
  editor: query({
    title: '菜单编辑器',
    entities: ['role', 'user'],
    path: 'GET /sys/permission/editor',
    access: manage,
    input: nothing,
    output: editorState,
  }),
  /** Saves a draft as a whole, or nothing of it. */
  saveDraft: command({
    title: '保存菜单',
    path: '/sys/permission/saveDraft',
    access: manage,
    bodyKb: 1024,
    input: z.object({ treeVersion: named('菜单版本', z.int()), ...draft }),
    output: z.object({
      treeVersion: z.int(),
      /** The ids of the new entries, by their keys in the draft. */
      added: z.array(z.object({ key: z.string(), id: z.string() })),
    }),
  }),
  /** What the people of a role would see with a draft; an empty one shows what they see now. */
  preview: query({
    title: '以角色预览菜单',
    path: '/sys/permission/preview',
    access: manage,
    bodyKb: 1024,
    input: z.object({ roleId: named('角色', id), ...draft }),
    output: z.object({
      menu: z.array(menuEntry),
      buttons: z.array(z.object({ code: z.string(), title: z.string(), page: z.string() })),
      /** Entries that they do not see, and why. */
      unseen: z.array(z.object({ name: z.string(), why: z.string() })),
    }),
  }),
  history: query({
    title: '菜单的修改记录',
    entities: ['role', 'user'],
    path: 'GET /sys/permission/history',
    access: manage,
    input: z.object(sysPage),
    output: sysPageOf(menuEvent),
  }),
}
