import { z } from 'zod'
import { auditObjects } from './audit-objects.ts'
import { callsOf } from './call.ts'
import { day, id, keyOf, named, nothing, sysPage, sysPageOf, text } from './fields.ts'

const { command, query } = callsOf('audit')

export const auditKinds = {
  create: '建',
  edit: '改',
  remove: '删',
  see: '看',
  export: '导出',
  refuse: '被拒',
  expire: '到期',
} as const

export type AuditKind = keyof typeof auditKinds

const kind = keyOf(auditKinds)
const object = keyOf(auditObjects)

/** An entry's place in the chain of its company, from 1. */
const number = named('序号', z.string().regex(/^[1-9]\d{0,14}$/, '不是有效的序号'))

/** What narrows the log, without the kind: counts are by kind. */
const narrowing = {
  from: named('开始日期', day.optional()),
  to: named('结束日期', day.optional()),
  /** Whose entries; `userId` is the caller. */
  personId: named('谁', id.optional()),
  object: named('对象', object.optional()),
  /** With `object`: one record, and what belongs to it. */
  record: named('记录', text(200).optional()),
  /** Names, codes, values before and after. */
  keyword: named('单号、新旧值', text(64).default('')),
}

export const auditQuery = z.object({ ...narrowing, kind: named('动作', kind.optional()) })

const entry = z.object({
  /** Its number, under the name that lists have. */
  id: z.string(),
  number: z.string(),
  time: z.string(),
  kind,
  object: z.string(),
  /** What the object is called, such as 角色. */
  objectTitle: z.string(),
  record: z.string(),
  /** The record's name, or that of the record it belongs to; '' for a nameless one. */
  name: z.string(),
  /** What happened, in a few words. */
  summary: z.string(),
  /** Null for the system. */
  userId: z.string().nullable(),
  realname: z.string().nullable(),
  username: z.string().nullable(),
  address: z.string().nullable(),
  device: z.string().nullable(),
})

export type AuditEntry = z.output<typeof entry>

const link = z.object({ number: z.string(), hash: z.string(), previous: z.string() })

/** The newest verification of the chain. */
const check = z.object({
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  askedTime: z.string(),
  finishTime: z.string().nullable(),
  /** How many entries are compared, and how many are already. */
  total: z.int().nullable(),
  done: z.int(),
  seconds: z.number().nullable(),
  /** The chain is right up to this number. */
  lastNumber: z.string().nullable(),
  /** The first entry that does not fit. */
  brokenNumber: z.string().nullable(),
  brokenReason: z.string().nullable(),
})

const state = z.object({
  /** The number of the newest entry; '0' for an empty log. */
  head: z.string(),
  /** Entries up to this number have expired. */
  base: z.string(),
  check: check.nullable(),
  /** The day of the newest digest in the server's log. */
  digestDay: z.string().nullable(),
})

const view = { perm: 'audit:view' } as const

/** Nobody can change the audit log; its holders see all of their company. */
export const auditLogCalls = {
  list: query({
    title: '审计日志',
    path: 'GET /sys/auditLog/list',
    access: view,
    input: z.object({ ...sysPage, ...auditQuery.shape }),
    output: sysPageOf(entry),
  }),
  counts: query({
    title: '审计日志各动作的条数',
    path: 'GET /sys/auditLog/counts',
    access: view,
    input: z.object(narrowing),
    output: z.object({ total: z.int(), kinds: z.record(kind, z.int()) }),
  }),
  detail: query({
    title: '审计日志条目',
    path: 'GET /sys/auditLog/queryByNumber',
    access: view,
    input: z.object({ number }),
    output: entry.extend({
      /** With milliseconds. */
      at: z.string(),
      session: z.string().nullable(),
      call: z.string().nullable(),
      callTitle: z.string().nullable(),
      request: z.string().nullable(),
      changes: z.array(
        z.object({
          column: z.string(),
          title: z.string(),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
      /** The entry with its neighbours in the chain. */
      chain: z.array(link),
      /** The record whose changes belong together: its own, or the one it is part of. */
      of: z.object({ object: z.string(), record: z.string(), total: z.int() }),
      digestDay: z.string().nullable(),
      /** Null where earlier values are not restored; else why the caller cannot, or null if they can. */
      restore: z.object({ refusal: z.string().nullable() }).nullable(),
    }),
  }),
  /**
   * Writes the earlier values of an edit as a new edit, with the right and the rules of that. Settings, dictionaries and their
   * items, positions, and the names of roles.
   */
  restore: command({
    title: '按旧值恢复',
    path: '/sys/auditLog/restore',
    access: view,
    besides: {
      设置: ['setting:system', 'setting:business'],
      字典: ['dict:manage'],
      岗位: ['position:manage'],
      角色: ['role:manage'],
    },
    entities: ['audit', 'setting', 'dictionary', 'position', 'role'],
    input: z.object({ number }),
    output: z.null(),
  }),
  state: query({
    title: '审计日志的校验状态',
    path: 'GET /sys/auditLog/state',
    access: view,
    input: nothing,
    output: state,
  }),
  /** Compares the whole chain in the background; one verification of a company runs at a time. */
  verify: command({
    title: '校验审计日志',
    path: '/sys/auditLog/verify',
    access: view,
    input: nothing,
    output: state,
  }),
}
