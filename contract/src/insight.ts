import { z } from 'zod'
import { audienceFilter, audienceAct, audienceReasons } from './audience-query.ts'
import { callsOf } from './call.ts'
import { columnEffects, dataColumn, ofColumn } from './data-columns.ts'
import { id, keyOf, named, sysPage, sysPageOf } from './fields.ts'
import { granter } from './granter.ts'
import { acts } from './permission-acts.ts'
import { permissionTitles } from './permissions.ts'
import { ofAccount, ofDepartment } from './references.ts'
import { menuEntry } from './session.ts'

/*
 * 谁能看到什么, from both sides: what a person sees and may do, and who sees a record. Every answer contains only people
 * of the caller's own departments, and counts only what the caller sees too (docs/decisions/0095-who-sees-what.md).
 */
const { query } = callsOf('role', 'user', 'department', 'project', 'station', 'dataRole')

const inspect = { perm: 'role:manage' } as const

const act = keyOf(acts)

export const stationReasons = {
  all: '全部数据',
  department: '本部门及下级',
  project: '关联项目',
  cut: '数据角色不显示',
  outside: '不在部门和关联项目中',
} as const
const stationReason = keyOf(stationReasons)

const page = z.object({
  id: z.string(),
  name: z.string(),
  /** The menu at the top that it lies below. */
  group: z.string(),
  /** The roles that give the page or a button of it. */
  roles: z.array(z.string()),
  /** The buttons that the person holds: what they let one do, and the roles that give them. */
  buttons: z.array(
    z.object({ code: z.string(), title: z.string(), acts: z.array(act), roles: z.array(z.string()) }),
  ),
})

const sight = z
  .object({
    person: z.object({
      id: z.string(),
      ...ofAccount,
      ...ofDepartment,
      orgCode: z.string(),
      jobNo: z.string().nullable(),
      phone: ofColumn('phone', z.string().nullable()),
      status: z.enum(['1', '2']),
      /** The initial password has not been changed: until then nothing is open to the person. */
      isNew: z.boolean(),
      hasAllData: z.enum(['0', '1']),
      roles: z.array(z.object({ id: z.string(), roleCode: z.string(), roleName: z.string() })),
      projects: z.array(z.string()),
      /** Those in force, and through which roles; none if given to the person. */
      dataRoles: z.array(z.object({ id: z.string(), name: z.string(), through: z.array(z.string()) })),
      /** Whose steps of processes the person does meanwhile. */
      delegations: z.array(
        z.object({ from: z.string(), endTime: z.string(), types: z.array(z.string()), reason: z.string() }),
      ),
    }),
    /** When this was worked out. */
    time: z.string(),
    counts: z.object({
      stations: z.int(),
      allStations: z.int(),
      ofDepartment: z.int(),
      ofProjects: z.int(),
      /** Of the scope, what data roles leave out. */
      cut: z.int(),
      pages: z.int(),
      allPages: z.int(),
      buttons: z.int(),
      approvals: z.int(),
      /** Of those that the caller sees too; null if the caller may not look at orders. */
      orders: z.int().nullable(),
      ownOrders: z.int().nullable(),
      people: z.int(),
    }),
    menu: z.array(menuEntry),
    pages: z.array(page),
    /** Departments with stations below them, in the order of the tree. */
    places: z.array(
      z.object({
        ...ofDepartment,
        orgCode: z.string(),
        all: z.int(),
        seen: z.int(),
        megawatts: z.number(),
        why: stationReason,
        /** The first of the department itself, those that the person sees first. */
        stations: z.array(
          z.object({
            psId: z.string(),
            psName: z.string(),
            megawatts: z.number().nullable(),
            why: stationReason,
          }),
        ),
        /** Further ones of the department itself. */
        more: z.int(),
      }),
    ),
    columns: z.array(
      z.object({ column: dataColumn, effect: keyOf(columnEffects), dataRoles: z.array(z.string()) }),
    ),
    mostExportRows: z.int().nullable(),
  })
  .meta({ id: 'Sight' })

const check = z.object({
  about: z.enum(['account', 'right', 'scope', 'state', 'rule']),
  met: z.boolean(),
  title: z.string(),
  note: z.string(),
})

const audienceRow = z
  .object({
    id: z.string(),
    ...ofAccount,
    ...ofDepartment,
    roles: z.array(z.string()),
    why: keyOf(audienceReasons),
    /** Whether data roles narrow the person. */
    narrowed: z.boolean(),
    acts: z.array(audienceAct),
    isOutside: z.boolean(),
    isIdle: z.boolean(),
    /** When the person last read the object's personal data, as the audit log records it; null for other objects. */
    seenTime: z.string().nullable(),
  })
  .meta({ id: 'AudienceRow' })

export const questionKinds = {
  station: '查看电站',
  ticket: '办理两票',
  approval: '办理审批',
  right: '使用权限',
} as const

export const insightCalls = {
  sight: query({
    title: '此人能看到什么',
    path: 'GET /sys/insight/sight',
    access: inspect,
    entities: ['role', 'user', 'department', 'project', 'station', 'dataRole', 'order', 'process'],
    input: z.object({ personId: named('人员', id) }),
    output: sight,
  }),
  /** Whether a person sees a station, may sign a ticket, act on an approval or use a permission; of several the first. */
  ask: query({
    title: '能否查看电站、办理两票和审批',
    path: 'GET /sys/insight/ask',
    access: inspect,
    besides: { 两票: ['ticket:list'] },
    entities: ['role', 'user', 'department', 'project', 'station', 'dataRole', 'ticket', 'process'],
    input: z.object({
      personId: named('人员', id),
      psId: named('电站', id.optional()),
      ticketId: named('两票', id.optional()),
      processInstanceId: named('审批', id.optional()),
      permissionId: named('权限', id.optional()),
    }),
    output: z
      .object({
        kind: keyOf(questionKinds),
        person: z.object({ id: z.string(), realname: z.string(), depName: z.string() }),
        object: z.string(),
        may: z.boolean(),
        checks: z.array(check),
        /** Who could grant what is missing: they may grant, and have it themselves. */
        granters: z.array(granter),
        /** Of a permission: who gave the person the roles that contain it, as far as the history of roles goes. */
        given: z.array(
          z.object({ roleName: z.string(), actorName: z.string().nullable(), time: z.string().nullable() }),
        ),
      })
      .meta({ id: 'InsightAnswer' }),
  }),
  audience: query({
    title: '谁能看到它',
    path: 'GET /sys/insight/audience',
    access: inspect,
    besides: { 工单: ['order:list'], 两票: ['ticket:list'] },
    entities: ['role', 'user', 'department', 'project', 'station', 'dataRole', 'order', 'ticket', 'process'],
    input: z.object({ ...sysPage, ...audienceFilter }),
    output: sysPageOf(audienceRow).extend({
      object: z.object({
        kind: z.enum(['order', 'station', 'ticket', 'person']),
        name: z.string(),
        note: z.string(),
      }),
      /** Of all who can see it. */
      seers: z.int(),
      /** The active people of the caller's departments. */
      userCount: z.int(),
      /** How many of them have yet to change their initial password and would see it then. */
      waiting: z.int(),
      acts: z.array(z.object({ act: audienceAct, title: z.string(), count: z.int() })),
      reasons: z.array(z.object({ why: keyOf(audienceReasons), count: z.int() })),
      outside: z.int(),
      idle: z.int(),
    }),
  }),
  /** For a right that the caller lacks: people of the company who could grant it, the nearest department first. */
  granters: query({
    title: '谁能授予权限',
    path: 'GET /sys/insight/granters',
    access: 'signedIn',
    entities: ['role', 'user'],
    input: z.object({ perm: named('权限码', keyOf(permissionTitles, '没有这个权限')) }),
    output: z.object({ title: z.string(), granters: z.array(granter) }),
  }),
}
