import type { Input } from '@heliodesk/contract/call.ts'
import { metrics, MINUTE_MS, TELEMETRY_VALUES, type telemetryCalls } from '@heliodesk/contract/telemetry.ts'
import { sql } from 'kysely'
import { DomainError, type Ctx } from '../../kernel/context.ts'
import { InvalidInput } from '../../kernel/errors.ts'
import { fromWireTime } from '../../kernel/wire-time.ts'
import { findStations, type Stations } from '../generation/index.ts'

export type Sent = Input<(typeof telemetryCalls)['save']>['series'][number]

/** Values of one series whose station, device and time are checked. */
export type Measured = Pick<Sent, 'metric' | 'step'> & {
  stationId: string
  deviceId: string | null
  /** Beginnings of steps, rising, and what was measured. */
  points: readonly (readonly [at: number, value: number])[]
}

/** Clocks of collectors run fast. */
const EARLY_MS = 10 * MINUTE_MS
const FIRST_MS = Date.UTC(2000, 0, 2)

const fault = (at: number, field: string, message: string) =>
  new InvalidInput(`参数有误：第 ${at + 1} 个序列的${field}：${message}`)

/** Checks everything that was sent before anything is written. */
export async function checkSeries(ctx: Ctx, sent: readonly Sent[]): Promise<Measured[]> {
  const count = sent.reduce((sum, { values }) => sum + values.length, 0)
  if (count > TELEMETRY_VALUES)
    throw new InvalidInput(`参数有误：一次最多写入 ${TELEMETRY_VALUES} 个数值，现有 ${count} 个`)
  const stations = await findStations(ctx, {
    ids: sent.flatMap(({ psId }) => psId ?? []),
    keys: sent.flatMap(({ externalKey }) => externalKey || []),
  })
  const devices = await findDevices(ctx, sent)
  const seen = new Set<string>()
  return sent.map((each, at) => {
    const stationId = stationOf(stations, each, at)
    const deviceId = each.device ? deviceOf(devices, stationId, each.device, at) : null
    const place = `${stationId} ${deviceId} ${each.metric}`
    if (seen.has(place)) throw fault(at, '测量量', `${metrics[each.metric].title}在本次已有一个序列`)
    seen.add(place)
    const { metric, step, values } = each
    checkValues(each, at)
    const start = startOf(ctx, each, at)
    const points = values.flatMap((value, index) =>
      value === null ? [] : [[start + index * step * MINUTE_MS, value] as const],
    )
    return { stationId, deviceId, metric, step, points }
  })
}

function stationOf({ byId, byKey }: Stations, { psId, externalKey }: Sent, at: number): string {
  if (!psId && !externalKey) throw fault(at, '电站', '请填写电站（psId）或外部编号（externalKey）')
  const station = psId ? byId.get(psId) : byKey.get(externalKey ?? '')
  if (!station) throw new DomainError('telemetry.station', `第 ${at + 1} 个序列的电站不存在或无权查看`)
  return station.id
}

type Devices = Map<string, { id: string; stationId: string }>

async function findDevices({ db }: Ctx, sent: readonly Sent[]): Promise<Devices> {
  const codes = [...new Set(sent.flatMap(({ device }) => device || []))]
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ id: string; code: string; stationId: string }>`
    select id, code, station_id as "stationId" from device where code = any(${codes}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.code, row]))
}

function deviceOf(devices: Devices, stationId: string, code: string, at: number): string {
  const device = devices.get(code)
  if (device?.stationId !== stationId)
    throw new DomainError('telemetry.device', `第 ${at + 1} 个序列的设备“${code}”不在这个电站`)
  return device.id
}

function checkValues({ metric, values }: Sent, at: number): void {
  const { title, unit, least, most } = metrics[metric]
  const wrong = values.findIndex((value) => value !== null && (value < least || value > most))
  if (wrong >= 0)
    throw fault(
      at,
      '数值',
      `第 ${wrong + 1} 个${title} ${values[wrong]} ${unit} 不在 ${least} 至 ${most} 之间`,
    )
}

function startOf({ who, now }: Ctx, { from, step, values }: Sent, at: number): number {
  const start = fromWireTime(from, who.timeZone).getTime()
  if (start % (step * MINUTE_MS) !== 0) throw fault(at, '起始时间', `应为 ${step} 分钟的整数倍`)
  if (start < FIRST_MS) throw fault(at, '起始时间', '不能早于 2000 年')
  if (start + (values.length - 1) * step * MINUTE_MS > now.getTime() + EARLY_MS)
    throw fault(at, '起始时间', '最后一个数值晚于现在')
  return start
}
