import { z } from 'zod'
import { callsOf } from './call.ts'
import { defectLevel, gradeRule } from './defect-levels.ts'
import { id, named, nothing, requiredText, text, time } from './fields.ts'
import { newPhoto } from './field-photos.ts'
import { acted } from './field-work.ts'

/**
 * Defects that people report on a phone, which may have no signal: each becomes an order of the defect type, exactly once.
 */

const { command, query } = callsOf('order')

const access = { perm: 'order:create' } as const

/** The type of the orders that reports become: 缺陷. */
export const DEFECT_TYPE = 8

/** The most stations that a phone keeps to choose from. */
export const REPORT_STATIONS = 500

/** Made on the phone; everything that belongs to the report refers to it by this. */
const report = named('上报编号', z.uuid('不是有效的上报编号'))

const degrees = (title: string, most: number) =>
  named(
    title,
    z.number().min(-most, `不能小于 -${most}`).max(most, `不能大于 ${most}`).nullable().default(null),
  )

const reported = z
  .object({
    report,
    at: acted.at,
    skew: acted.skew,
    psId: named('电站', id),
    /** As its label has it, since the ledger may have changed since. */
    deviceCode: named('设备编码', text(64).optional()),
    /** As the person saw it. */
    deviceName: named('设备名称', text(128).optional()),
    text: named('缺陷情况', requiredText(500)),
    defectLevel: defectLevel.optional(),
    latitude: degrees('纬度', 90),
    longitude: degrees('经度', 180),
  })
  .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), {
    path: ['longitude'],
    message: '纬度和经度应同时填写',
  })

export const fieldReportCalls = {
  /**
   * Creates the order of a report. What is odd about it, as that the device is not in the ledger any more, is said in the
   * order and refuses nothing.
   */
  report: command({
    title: '现场上报缺陷',
    path: '/field/defect/report',
    access,
    input: reported,
    output: z.object({
      /** same: this report has its order already. */
      outcome: z.enum(['done', 'same']),
      orderId: z.string(),
      workCode: z.string(),
      /** What is odd about it, in words. */
      marks: z.array(z.string()),
      message: z.string(),
    }),
  }),
  /** Announces a photo of a report, as `fieldPhotoCalls.photo` does of an order; its bytes follow in the same way. */
  photo: command({
    title: '登记缺陷上报的照片',
    path: '/field/defect/photo',
    access,
    input: z.object({
      report,
      at: acted.at,
      skew: acted.skew,
      photo: named('照片', newPhoto),
    }),
    output: z.object({
      outcome: z.enum(['done', 'same', 'record']),
      marks: z.array(z.string()),
      message: z.string(),
    }),
  }),
  /** The caller's latest reports, the newest first. */
  mine: query({
    kept: true,
    title: '我上报的缺陷',
    path: '/field/defect/mine',
    access,
    input: nothing,
    output: z.array(
      z.object({
        report: z.string(),
        text: z.string(),
        psName: z.string(),
        orderId: z.string(),
        workCode: z.string(),
        flowStsName: z.string(),
        /** The caller may open the order. */
        isVisible: z.boolean(),
        marks: z.array(z.string()),
        /** When it was reported, by the server's clock as well as is known. */
        reportTime: time,
      }),
    ),
  }),
  /** What a phone keeps so that a report can be filled in without a line. */
  choices: query({
    kept: true,
    title: '缺陷上报的选项',
    path: '/field/defect/choices',
    entities: ['station', 'setting'],
    access,
    input: nothing,
    output: z.object({
      /** Stations in service that the caller sees. */
      stations: z.array(z.object({ psId: z.string(), psName: z.string() })),
      levels: z.array(gradeRule.pick({ label: true }).extend({ defectLevel })),
    }),
  }),
}
