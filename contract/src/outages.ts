import { z } from 'zod'
import { callsOf } from './call.ts'
import { ofColumn } from './data-columns.ts'
import { id, keyOf, named, requiredText, text, time, version } from './fields.ts'
import { LEAST_PEERS, lossMethods, outageCategories, outageParties } from './outage-categories.ts'

const { command, query } = callsOf('order')

export const inputSources = {
  measured: '实测',
  plan: '资源计划',
  station: '电站档案',
  setting: '业务配置',
} as const
const source = keyOf(inputSources)

/** What the figures were calculated from. */
export const lossInputs = z.object({
  /** Of the part that is out, before its share. */
  capacityKwp: z.number(),
  /** The most that it feeds in; null where the station has no rating. */
  acKw: z.number().nullable(),
  pr: z.number(),
  prSource: source,
  /** Per kWh. */
  price: ofColumn('tariff', z.number().nullable()),
  priceSource: source,
  /** In the plane of the modules over the window, kWh/m². */
  irradiation: z.number(),
  /** Days by where their irradiation comes from. */
  days: z.object({ measured: z.int(), plan: z.int(), setting: z.int() }),
  daylightHours: z.number(),
  /** Hours that another window of the same device already counts. */
  sharedHours: z.number(),
  producedKwh: z.number(),
  /** Median yield of the healthy devices, kWh/kW; null with other methods. */
  peerYield: z.number().nullable(),
  /** What the station fell short of by its meter, kWh; null with other methods. */
  shortfallKwh: z.number().nullable(),
})
export type LossInputs = z.output<typeof lossInputs>

const peer = z.object({
  name: named('设备', requiredText(64)),
  kw: named('额定功率', z.number().gt(0, '应大于 0').max(100_000, '不能大于 100000')),
  kwh: named('同期发电量', z.number().min(0, '不能小于 0').max(100_000_000, '不能大于 100000000')),
})
export type Peer = z.output<typeof peer>

const category = keyOf(outageCategories, '请选择停机类别')
const party = keyOf(outageParties, '请选择责任方')

const outageRow = z
  .object({
    id: z.string(),
    version: z.int(),
    orderId: z.string(),
    deviceId: z.string().nullable(),
    /** The device, or what is out without being one. */
    name: z.string(),
    fromTime: time,
    untilTime: time.nullable(),
    category,
    categoryName: z.string(),
    party,
    partyName: z.string(),
    share: z.number(),
    capacityKwp: z.number(),
    producedKwh: z.number(),
    peers: z.array(peer),
    note: z.string(),
    method: keyOf(lossMethods),
    methodName: z.string(),
    inputs: lossInputs,
    hours: z.number(),
    lostKwh: z.number(),
    lostYuan: ofColumn('lostYuan', z.number().nullable()),
    /** kWh lost per hour of daylight; 0 once it is back. */
    rate: z.number(),
    calculatedTime: time,
  })
  .meta({ id: 'Outage' })

const orderId = named('工单', id)
/** Whoever executes the order, or dispatches it. */
const changing = {
  access: { perm: 'order:list' },
  besides: { 执行人: ['order:execute'], 调度人: ['order:assign'] },
} as const

const MOST = 10_000_000

export const outageCalls = {
  /** The windows of an order with their losses; of a window that is still open, until now. */
  list: query({
    kept: true,
    title: '停机与损失',
    entities: ['order', 'station', 'generation', 'setting'],
    path: '/ops/order/outage/list',
    access: { perm: 'order:list' },
    input: z.object({ orderId }),
    output: z.object({
      at: time,
      rows: z.array(outageRow),
      total: z.object({
        lostKwh: z.number(),
        lostYuan: ofColumn('lostYuan', z.number().nullable()),
        rate: z.number(),
        open: z.int(),
      }),
      byParty: z.array(
        z.object({
          party,
          partyName: z.string(),
          lostKwh: z.number(),
          lostYuan: ofColumn('lostYuan', z.number().nullable()),
        }),
      ),
      mayChange: z.boolean(),
    }),
  }),
  /** Adds a window, or changes or closes one if `id` and `version` are given. */
  save: command({
    title: '登记停机',
    path: '/ops/order/outage/save',
    ...changing,
    input: z
      .object({
        orderId,
        id: named('停机记录', id.optional()),
        version: version.optional(),
        deviceId: named('设备', id.optional()),
        objectName: named('停机对象', text(64).default('')),
        fromTime: named('停机时间', time),
        untilTime: named('恢复时间', time.optional()),
        category: named('停机类别', category),
        party: named('责任方', party),
        share: named(
          '停运比例',
          z.number().gt(0, '应大于 0').max(100, '不能大于 100').multipleOf(0.01, '最多两位小数').default(100),
        ),
        /** Without one, that of the device. */
        capacityKwp: named(
          '停运容量',
          z
            .number()
            .gt(0, '应大于 0')
            .max(MOST, `不能大于 ${MOST}`)
            .multipleOf(0.001, '最多三位小数')
            .optional(),
        ),
        producedKwh: named(
          '停机期间仍发电量',
          z
            .number()
            .min(0, '不能小于 0')
            .max(MOST, `不能大于 ${MOST}`)
            .multipleOf(0.01, '最多两位小数')
            .default(0),
        ),
        peers: named('参照设备', z.array(peer).max(20, '最多 20 台').default([])),
        note: named('说明', text(200).default('')),
      })
      .superRefine((given, context) => {
        const fault = (field: string, message: string) =>
          context.addIssue({ code: 'custom', path: [field], message })
        if (!given.deviceId === !given.objectName)
          fault('objectName', given.deviceId ? '已选设备时不填' : '请选择设备，或填写停机对象')
        if (given.untilTime && given.untilTime <= given.fromTime) fault('untilTime', '恢复时间应晚于停机时间')
        if (given.peers.length > 0 && given.peers.length < LEAST_PEERS)
          fault('peers', `参照设备至少 ${LEAST_PEERS} 台`)
      }),
    output: outageRow,
  }),
  remove: command({
    title: '删除停机记录',
    path: '/ops/order/outage/delete',
    ...changing,
    input: z.object({ id: named('停机记录', id), version }),
    output: z.null(),
  }),
  /** Calculates the losses again, after generation or irradiation was written for the days of the windows. */
  calculate: command({
    title: '重新计算损失',
    path: '/ops/order/outage/calculate',
    ...changing,
    input: z.object({ orderId }),
    output: z.object({ changed: z.int() }),
  }),
}
