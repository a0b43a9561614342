import { z } from 'zod'
import { callsOf } from './call.ts'
import { id, named, nothing, requiredText, time, version } from './fields.ts'
import { code as tableCode } from './table-settings.ts'

const { command, query } = callsOf('savedView')

/** Of one person for one list, and of one person for all lists. */
export const VIEWS_A_LIST = 50
export const VIEWS_A_PERSON = 300
/** Shared with one department, of one list. */
export const SHARED_A_DEPARTMENT = 50
export const VIEW_NAME_LENGTH = 30
/** Of a whole query, as JSON. */
const QUERY_LETTERS = 8000

/** What belongs to a visit, not to a view: the page, what is opened, which view was chosen. */
const ofVisits = ['page', 'size', 'fill', 'order', 'saved', 'act', 'do']

const code = named('列表编码', tableCode)
const name = named('名称', requiredText(VIEW_NAME_LENGTH))

const value = z
  .string()
  .min(1, '条件的值不能为空')
  .max(100, '条件的值最多 100 个字符')
  .refine((text) => !/\p{Cc}/u.test(text), '条件的值含有不可见的字符')

/** The filters, the chip and the order of a list, as its page has them in the address. */
const viewQuery = named(
  '条件',
  z
    .record(z.string(), z.array(value).min(1, '条件的值不能为空').max(500, '一个条件最多 500 个值'))
    .refine(
      (given) => Object.keys(given).every((each) => /^[A-Za-z]\w{0,39}$/.test(each)),
      '不是有效的条件名',
    )
    .refine((given) => Object.keys(given).length > 0, '没有要保存的条件')
    .refine((given) => Object.keys(given).length <= 20, '最多 20 个条件')
    .refine((given) => ofVisits.every((each) => !Object.hasOwn(given, each)), '页码与打开的记录不能存入视图')
    .refine((given) => JSON.stringify(given).length <= QUERY_LETTERS, '条件过多，请选择更少的电站或部门'),
)

export type ViewQuery = z.output<typeof viewQuery>

const fields = { name, query: viewQuery, departmentId: named('共享给', id.nullable().default(null)) }

const savedView = z
  .object({
    id: z.string(),
    version: z.int(),
    code: z.string(),
    name: z.string(),
    query: viewQuery,
    isMine: z.boolean(),
    ownerName: z.string(),
    /** The owner can still sign in. */
    isOwnerActive: z.boolean(),
    /** The department that it is shared with, and its descendants; null if it is its owner's only. */
    departmentId: z.string().nullable(),
    departmentName: z.string().nullable(),
    /** It stands above the list. */
    pinned: z.boolean(),
    /** Shared by somebody else, and never seen in the caller's list of views. */
    isNew: z.boolean(),
    /** Its owner may change it: what is shared, only who may still share it there. */
    mayEdit: z.boolean(),
    mayUnshare: z.boolean(),
  })
  .meta({ id: 'SavedView' })

const ofOne = z.object({ id, version })
/** Sharing asks for this in addition. */
const besides = { 自用: [], 共享: ['savedView:share'] } as const

export const savedViewCalls = {
  /** Own ones of a list, those shared with the caller's department, and those that the caller may take back. */
  list: query({
    title: '列表的视图',
    entities: ['savedView', 'user', 'department'],
    path: 'GET /sys/savedView/list',
    access: 'signedIn',
    input: z.object({ code }),
    output: z.array(savedView),
  }),
  detail: query({
    title: '视图',
    entities: ['savedView', 'user', 'department'],
    path: 'GET /sys/savedView/queryById',
    access: 'signedIn',
    input: z.object({ id }),
    output: savedView,
  }),
  add: command({
    title: '保存视图',
    path: '/sys/savedView/add',
    access: 'signedIn',
    besides,
    input: z.object({ code, ...fields }),
    output: savedView,
  }),
  edit: command({
    title: '修改视图',
    path: 'PUT /sys/savedView/edit',
    access: 'signedIn',
    besides,
    input: ofOne.extend(fields),
    output: savedView,
  }),
  remove: command({
    title: '删除视图',
    path: 'DELETE /sys/savedView/delete',
    access: 'signedIn',
    input: z.object({ id, version: named('版本', z.coerce.number().pipe(version)) }),
    output: z.null(),
  }),
  /** Takes somebody's view back from the department that it is shared with; it stays its owner's. */
  unshare: command({
    title: '取消视图的共享',
    path: 'PUT /sys/savedView/unshare',
    access: { perm: 'savedView:share' },
    input: ofOne,
    output: savedView,
  }),
  /** Which views stand above a list, and in which order; the last write wins. */
  arrange: command({
    title: '排列视图',
    path: 'PUT /sys/savedView/arrange',
    access: 'signedIn',
    input: z.object({
      code,
      ids: named('顺序', z.array(id).max(1000, '视图过多')),
      pinnedIds: named('显示在列表上方', z.array(id).max(1000, '视图过多')),
    }),
    output: nothing,
  }),
  /** These shared views were shown to the caller, and are no longer new. */
  seen: command({
    title: '共享视图标为已看',
    path: 'PUT /sys/savedView/seen',
    access: 'signedIn',
    input: z.object({ ids: named('视图', z.array(id).max(1000, '视图过多')) }),
    output: nothing,
  }),
  /** Who saved, changed and shared a view, the latest first. */
  history: query({
    title: '视图的修改记录',
    path: 'GET /sys/savedView/history',
    access: 'signedIn',
    input: z.object({ id }),
    output: z.array(
      z.object({
        id: z.string(),
        time,
        action: z.enum(['add', 'edit', 'share', 'unshare']),
        actorName: z.string(),
        /** As it was called and shared after that. */
        name: z.string(),
        departmentName: z.string().nullable(),
      }),
    ),
  }),
}
