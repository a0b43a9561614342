import { z } from 'zod'
import { callsOf } from './call.ts'
import { ofColumn } from './data-columns.ts'
import { departmentCode, id, keyOf, named, time } from './fields.ts'
import { ofProject, ofStation } from './references.ts'
import { taskType } from './work-order-list.ts'

const { query } = callsOf('order')

/** In which order the hall shows what is to be taken; equals by the other two of loss, due time and age. */
export const hallSorts = { loss: '损失大', due: '快到期', near: '离我近' } as const
export type HallSort = keyof typeof hallSorts

/** What is nearer than this, as the crow flies, is nearby. */
export const NEARBY_KM = 10

/** Roads near the destination are slower than those on the way there. */
const SLOW = { km: 5, kmPerHour: 20 }
const FAST_KM_PER_HOUR = 68

/** How long the way to a place takes by car, in minutes. */
export const travelMinutes = (km: number): number =>
  Math.round((Math.min(km, SLOW.km) / SLOW.kmPerHour + Math.max(0, km - SLOW.km) / FAST_KM_PER_HOUR) * 60)

const HOUR_MS = 3_600_000

/** kWh that taking an order now still saves today: its loss from the arrival, or the sunrise, until sunset. */
export function recoverableOf(
  lossPower: number,
  { rise, set }: { rise: Date; set: Date },
  now: Date,
  minutes: number,
): number {
  const from = Math.max(now.getTime() + minutes * 60_000, rise.getTime())
  return Math.round(Math.max(0, (set.getTime() - from) / HOUR_MS) * lossPower * 10) / 10
}

const filters = {
  taskType: named('任务类型', z.array(taskType).max(20).optional()),
  depCode: named('部门', departmentCode.optional()),
  psId: named('电站', z.array(id).max(500).optional()),
  /** Where the caller is; both or none. */
  latitude: named(
    '纬度',
    z.number().min(-90, '应在 -90 至 90 之间').max(90, '应在 -90 至 90 之间').optional(),
  ),
  longitude: named(
    '经度',
    z.number().min(-180, '应在 -180 至 180 之间').max(180, '应在 -180 至 180 之间').optional(),
  ),
}

type Position = { latitude?: number | undefined; longitude?: number | undefined }

const isWhole = ({ latitude, longitude }: Position) => (latitude === undefined) === (longitude === undefined)
const halfPlace = { path: ['longitude'], message: '纬度和经度应一起提供' }

const hallRow = z.object({
  id: z.string(),
  version: z.int(),
  workCode: z.string(),
  ...ofProject,
  ...ofStation,
  taskType: z.int(),
  taskTypeLabel: z.string(),
  taskDescription: z.string(),
  deviceName: z.string().nullable(),
  areaName: z.string().nullable(),
  planEndTime: time.nullable(),
  /** Hours past the planned end; null if not overdue. */
  overHours: z.number().nullable(),
  needTicket: z.int(),
  /** kWh lost per hour. */
  lossPower: z.number(),
  createTime: time,
  /** As the crow flies; null without the caller's position or the station's. */
  distanceKm: z.number().nullable(),
  travelMinutes: z.int().nullable(),
  /** The station's direction from the caller, in degrees from the north clockwise. */
  bearing: z.int().nullable(),
  /** null without the station's position; so is what can be saved until then. */
  sunset: time.nullable(),
  recoverableKwh: z.number().nullable(),
  /** By the station's tariff; null without one. */
  recoverableYuan: ofColumn('lostYuan', z.number().nullable()),
})

/** The permission opens the screen; what it shows are orders. */
const seen = { access: { perm: 'hall:view' }, besides: { 工单: ['order:list'] } } as const

/** The hall: orders in the data scope that wait for somebody to take them. */
export const orderHallCalls = {
  page: query({
    title: '接单大厅',
    path: '/ops/order/hall/page',
    ...seen,
    input: z
      .object({
        ...filters,
        /** Only stations within NEARBY_KM of the caller. */
        nearby: z.boolean().default(false),
        sort: named('排序', keyOf(hallSorts, '应为 loss、due 或 near').default('loss')),
        /** The last order of the rows before. */
        after: named('上一行', id.optional()),
        size: named('每页条数', z.int().min(1).max(100).default(50)),
      })
      .refine(isWhole, halfPlace)
      .refine(({ sort, nearby, latitude }) => latitude !== undefined || (sort !== 'near' && !nearby), {
        path: ['latitude'],
        message: '按距离查看需要您的位置',
      }),
    output: z.object({
      at: time,
      rows: z.array(hallRow),
      /** `after` of the next rows; null at the end. */
      next: z.string().nullable(),
    }),
  }),
  /** How many wait, by task type, under the same filters except the types; and how many orders the caller has. */
  count: query({
    title: '接单大厅数量',
    path: '/ops/order/hall/count',
    ...seen,
    input: z
      .object({ ...filters })
      .omit({ taskType: true })
      .refine(isWhole, halfPlace),
    output: z.object({
      total: z.int(),
      lossPower: z.number(),
      byType: z.array(z.object({ taskType: z.int(), orders: z.int() })),
      /** null without the caller's position. */
      nearby: z.int().nullable(),
      /** Open orders that the caller is responsible for. */
      inHand: z.int(),
    }),
  }),
  /** What became of orders that were in the hall; without those that the caller does not see any more. */
  taken: query({
    title: '接单大厅去向',
    path: '/ops/order/hall/taken',
    ...seen,
    input: z.object({ ids: named('工单', z.array(id).min(1).max(100)) }),
    output: z.array(
      z.object({
        id: z.string(),
        flowSts: z.int(),
        flowStsName: z.string(),
        liableUserId: z.string().nullable(),
        liablePerson: z.string().nullable(),
        /** When it was assigned or taken. */
        realStartTime: time.nullable(),
      }),
    ),
  }),
}
