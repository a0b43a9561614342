import { z } from 'zod'
import { callsOf } from './call.ts'
import { fieldMarks } from './field-conflicts.ts'
import { acted } from './field-work.ts'
import { id, keyOf, named, requiredText } from './fields.ts'

/**
 * Parts of the steps of a ticket from the phones of its people, which may have had no signal, and word to those phones that
 * work must stop (docs/decisions/0086-tickets-without-a-signal.md).
 */

const { command, query } = callsOf('ticket')

/** The parts of a step of switching in their order. Measures have the last one only. */
export const linePartNames = { call: '唱票', repeat: '复诵', operate: '操作', tick: '打√' } as const
export type LinePart = keyof typeof linePartNames
export const lineParts = Object.keys(linePartNames) as LinePart[]

/** The place of a part among all parts of a ticket. */
export const placeOfPart = ({ no, part }: { no: number; part: LinePart }): number =>
  (no - 1) * lineParts.length + lineParts.indexOf(part)

/** 第 7 步操作. */
export const nameOfPart = ({ no, part }: { no: number; part: LinePart }): string =>
  `第 ${no} 步${linePartNames[part]}`

/** What those who check a ticket are told of a part. */
export const partMarks = {
  afterTicket: fieldMarks.afterTicket,
  unsafe: '违反五防',
  disorder: '先后时间矛盾',
  future: fieldMarks.future,
  old: fieldMarks.old,
} as const
export type PartMark = keyof typeof partMarks

/** waits: for a part before it, or for the ticket to go on. record: it has no effect and is kept. */
export const partOutcomes = { done: '已生效', same: '已有', waits: '等待送达', record: '补充记录' } as const
export type PartOutcome = keyof typeof partOutcomes

const marks = z.array(keyOf(partMarks))
const part = named('环节', keyOf(linePartNames, '没有这个环节'))

/** A part that came from a phone and waits, is only a record, or is marked. */
const fieldPart = z
  .object({
    id: z.string(),
    no: z.int(),
    part: keyOf(linePartNames),
    authorName: z.string(),
    outcome: keyOf(partOutcomes),
    marks,
    /** By the server's clock, estimated. */
    doneTime: z.string(),
    arrivalTime: z.string(),
    /** What it waits for, or what became of it, in a sentence. */
    why: z.string(),
  })
  .meta({ id: 'FieldPart' })
export type FieldPart = z.output<typeof fieldPart>

/** Somebody who works under a ticket, and whether word reaches them. */
const worker = z.object({
  id: z.string(),
  name: z.string(),
  /** For who signs tickets; empty for others, and where none is known. */
  phone: z.string(),
  /** When their phone last had a line; null if it never had one. */
  lastSeenTime: z.string().nullable(),
  /** It was longer ago than `SILENT_MINUTES`. */
  isSilent: z.boolean(),
  /** When they confirmed that they stop; null where there is nothing to confirm, or they have not. */
  seenTime: z.string().nullable(),
})
export type TicketWorker = z.output<typeof worker>

/** Use of a session is noted every five minutes at most. */
export const SILENT_MINUTES = 10

/** The acts that stop work at once, in the words of those who are told. */
export const stopActs = { recall: '收回', abort: '中止', pause: '暂停' } as const
export type StopAct = keyof typeof stopActs
export const isStopAct = (act: string): act is StopAct => Object.hasOwn(stopActs, act)

const stop = z
  .object({
    id: z.string(),
    ticketId: z.string(),
    ticketNo: z.string(),
    task: z.string(),
    psName: z.string(),
    act: keyOf(stopActs),
    byName: z.string(),
    /** Empty where none is known. */
    byPhone: z.string(),
    at: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'TicketStop' })
export type TicketStop = z.output<typeof stop>

export const fieldTicketCalls = {
  /** A part of a step, or a measure, that its person did; it may have waited on the phone for a signal. */
  tick: command({
    title: '现场打勾',
    path: '/field/ticket/tick',
    access: { perm: 'ticket:sign' },
    entities: ['ticket', 'order'],
    input: z.object({
      ...acted,
      id: named('票', id),
      no: named('序号', z.int('应为整数').min(1).max(500)),
      part,
      /** The line as the phone showed it. */
      text: named('操作项目', requiredText(200)),
    }),
    output: z.object({ outcome: keyOf(partOutcomes), marks, message: z.string() }),
  }),
  /** The caller has read that work must stop. */
  seen: command({
    title: '确认停止作业',
    path: '/field/ticket/seen',
    access: { perm: 'ticket:list' },
    entities: ['ticket'],
    input: z.object({ ...acted, id: named('票', id), stopId: named('停止通知', id) }),
    output: z.object({ outcome: z.enum(['done', 'same']), message: z.string() }),
  }),
  /** What the caller has to stop and has not confirmed: a phone asks for it before it sends anything. */
  stops: query({
    title: '停止作业通知',
    path: '/field/ticket/stops',
    access: { perm: 'ticket:list' },
    input: z.object({}),
    output: z.array(stop),
  }),
  /** What phones said of a ticket, and how its people are reached. */
  site: query({
    kept: true,
    title: '票的现场情况',
    path: '/field/ticket/site',
    access: { perm: 'ticket:list' },
    input: z.object({ id: named('票', id) }),
    output: z.object({
      parts: z.array(fieldPart),
      workers: z.array(worker),
      /** The last act that stopped the work, if it stands. */
      stop: z.object({ act: keyOf(stopActs), byName: z.string(), at: z.string() }).nullable(),
    }),
  }),
}
