import { z } from 'zod'
import { defectLevel } from './defect-levels.ts'
import { id, named, requiredText, text, time } from './fields.ts'
import { awaitedPhoto, stepPhoto } from './order-photos.ts'
import { orderInsurance } from './order-insurance.ts'
import { orderExtension } from './order-records.ts'
import { orderSignature } from './order-signatures.ts'
import { ofProject, ofStation } from './references.ts'
import { flowSts } from './work-order-list.ts'

/** A step of the work, copied from the task type's template when an order is taken. */
export const workStep = z.object({
  name: requiredText(100),
  required: z.boolean(),
  needPhoto: z.boolean(),
  needValue: z.boolean(),
  done: z.boolean(),
  doneAt: time.nullable(),
  value: text(50),
  note: text(200),
})

export const prerequisite = z.object({ name: requiredText(100), required: z.boolean(), met: z.boolean() })

export const HOURS_AN_ORDER = 50
export const hoursInput = z.object({
  executorName: named('作业人员', requiredText(50)),
  actualStartTime: named('实际开始时间', time),
  actualEndTime: named('实际结束时间', time),
  peopleNum: named(
    '人数',
    z.coerce.number().int('人数应为整数').min(1, '人数至少 1 人').max(999, '人数最多 999 人'),
  ),
  remark: named('备注', text(200).default('')),
})

/** A row of the list: the columns of spec 2 §3, and the fields that the state rules need. */
export const orderRow = z
  .object({
    id: z.string(),
    version: z.int(),
    workCode: z.string(),
    ...ofProject,
    ...ofStation,
    siteType: z.string(),
    siteTypeLabel: z.string(),
    taskCategoryLabel: z.string().nullable(),
    taskType: z.int(),
    taskTypeLabel: z.string(),
    /** Acceptance gives a score and a suggestion. */
    scored: z.boolean(),
    workSubclass: z.string().nullable(),
    taskDescription: z.string(),
    opsBusinessSourceLabel: z.string().nullable(),
    opsSourceCategoryLabel: z.string(),
    planStartTime: time.nullable(),
    planEndTime: time.nullable(),
    /** Hours past the planned end, exact to 0.1; null if not overdue. */
    overHours: z.number().nullable(),
    flowEndTime: time.nullable(),
    impCommitTime: time.nullable(),
    /** Time of assignment or claim. */
    realStartTime: time.nullable(),
    planCode: z.string().nullable(),
    ticketNo: z.string().nullable(),
    liableUserId: z.string().nullable(),
    liablePerson: z.string().nullable(),
    assistUserIds: z.array(z.string()),
    reporterId: z.string().nullable(),
    areaName: z.string().nullable(),
    depName: z.string(),
    flowSts,
    flowStsName: z.string(),
    otherSts: z.int(),
    /** Who asked for the extension that waits for a decision. */
    extensionAskerId: z.string().nullable(),
    /** How often it has been extended. */
    extensionCount: z.int(),
    needTicket: z.int(),
    defectLevel: defectLevel.nullable(),
    /** I 紧急; null if it is not graded. */
    defectLevelLabel: z.string().nullable(),
    /** kWh lost per hour while the order is open. */
    lossPower: z.number(),
    createTime: time,
  })
  .meta({ id: 'WorkOrder' })

const hoursRow = hoursInput.extend({ id: z.string(), workHours: z.number() })

export const orderDetail = orderRow
  .extend({
    depCode: z.string(),
    taskCategory: z.string().nullable(),
    opsBusinessSource: z.string().nullable(),
    opsSourceCategory: z.string(),
    deviceId: z.string().nullable(),
    /** The code on its label. */
    deviceCode: z.string().nullable(),
    deviceName: z.string().nullable(),
    deviceType: z.string().nullable(),
    deviceModel: z.string().nullable(),
    deviceManufacturer: z.string().nullable(),
    capacityKwp: z.number().nullable(),
    reporterName: z.string().nullable(),
    assistUserNames: z.array(z.string()),
    checkerName: z.string().nullable(),
    workStartTime: time.nullable(),
    submitTime: time.nullable(),
    /** 0: no hours required; the specification's clients compare the number. */
    needWorkHours: z.union([z.literal(0), z.literal(1)]),
    purchasesWay: z.string().nullable(),
    executionNote: z.string().nullable(),
    score: z.number().nullable(),
    suggestion: z.string().nullable(),
    terminateReason: z.string().nullable(),
    prerequisiteList: z.array(prerequisite),
    stepList: z.array(workStep),
    /** By step, the oldest first. */
    photoList: z.array(stepPhoto),
    /** Films of its steps, in the same order. */
    filmList: z.array(stepPhoto),
    /** In the order in which they were given. */
    signatureList: z.array(orderSignature),
    /** Photos that phones announced and that have not arrived, by step; also of the items of its sheet. */
    awaitedPhotoList: z.array(awaitedPhoto),
    workHoursList: z.array(hoursRow),
    /** The latest first. */
    extensionList: z.array(orderExtension),
    insurance: orderInsurance.nullable(),
    /** What was filled in for the order's type, in words. */
    formLines: z.array(z.object({ key: z.string(), label: z.string(), text: z.string() })),
    /** Of its flow chart (spec 2 §3). */
    processInstanceId: id,
    /** What its reporter told from a phone; null for an order that did not begin so. */
    report: z
      .object({
        reporterName: z.string(),
        /** By the server's clock, as well as is known. */
        doneTime: time,
        /** In degrees; null if the phone did not say it. */
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
        /** What was odd about it, in words. */
        marks: z.array(z.string()),
        photoList: z.array(stepPhoto),
      })
      .nullable(),
    /** How many supplementary records it has (`fieldWorkCalls.records`). */
    fieldRecords: z.int(),
  })
  .meta({ id: 'WorkOrderDetail' })

const points = z.number().min(0).max(100)

/** A person whom an order may be given to, and what speaks for them (`dispatch-score.ts`). */
export const orderCandidate = z.object({
  id: z.string(),
  realname: z.string(),
  departName: z.string(),
  openOrders: z.int(),
  /** Kilometres from where they are at work today, or else from their team's stations; null if not known. */
  km: z.number().nullable(),
  isAtWork: z.boolean(),
  /** The station where they are at work today; null also if the caller may not see it. */
  workplace: z.string().nullable(),
  /** Closed orders of theirs among the station's newest: on this device, on others of its model, and in all. */
  onDevice: z.int(),
  onModel: z.int(),
  atStation: z.int(),
  lastOnDevice: time.nullable(),
  points: z.object({ distance: points, load: points, known: points }),
  /** The sum of the points. */
  score: z.int(),
})
