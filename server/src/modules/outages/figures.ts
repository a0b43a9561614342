import type { LossMethod, OutageCategory } from '@heliodesk/contract/outage-categories.ts'
import type { LossInputs } from '@heliodesk/contract/outages.ts'
import type { Ctx } from '../../kernel/context.ts'
import { toWireDay } from '../../kernel/wire-time.ts'
import { counted, lostByIrradiance, yieldOfPeers } from './formulas.ts'
import { readStationSun, type StationSun, type Zoned } from './station-sun.ts'
import { daysBetween, HOUR_MS, sunSteps, type Piece, type SunStep } from './sun.ts'
import { spanOf, type OutageWindow } from './windows.ts'

export type Figures = {
  method: LossMethod
  inputs: LossInputs
  lostKwh: number
  lostYuan: number
  rate: number
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))
const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)

/** Free objects are known within their order only. */
const objectOf = ({ deviceId, orderId, name }: OutageWindow) => deviceId ?? `${orderId} ${name.toLowerCase()}`

/** What each window counts; what belongs to closed orders goes first, because its figures stay. */
function piecesOf(windows: readonly OutageWindow[], order: readonly OutageCategory[]): Map<string, Piece[]> {
  const objects = new Map<string, OutageWindow[]>()
  for (const each of windows) objects.set(objectOf(each), [...(objects.get(objectOf(each)) ?? []), each])
  return new Map(
    [...objects.values()].flatMap((own) => [
      ...counted(
        own.map(({ id, category, settled, fromAt, endAt, share }) => ({
          id,
          rank: settled ? -1 : order.indexOf(category),
          from: fromAt.getTime(),
          until: endAt.getTime(),
          share: share / 100,
        })),
      ),
    ]),
  )
}

type Part = { window: OutageWindow; pieces: Piece[]; days: string[]; steps: SunStep[] }

/**
 * The losses of windows of one station, among all that hold there at the same time. `calculated` says which; the others
 * only take their part.
 */
export async function figuresOf(
  ctx: Pick<Ctx, 'db' | 'now'> & Zoned,
  stationId: string,
  all: readonly OutageWindow[],
  calculated: ReadonlySet<string>,
): Promise<Map<string, Figures>> {
  if (all.length === 0) return new Map()
  const { fromAt, endAt } = spanOf(all)
  const sun = await readStationSun(ctx, stationId, { fromAt, endAt: endAt > ctx.now ? endAt : ctx.now })
  const pieces = piecesOf(all, sun.usual.order)
  const parts = all.map((window): Part => {
    const own = pieces.get(window.id) ?? []
    const days = daysBetween(
      toWireDay(window.fromAt, ctx.who.timeZone),
      toWireDay(window.endAt, ctx.who.timeZone),
    )
    return { window, pieces: own, days, steps: sunSteps(own, days.map(sun.dayOf)) }
  })
  const today = toWireDay(ctx.now, ctx.who.timeZone)
  return new Map(
    parts
      .filter(({ window }) => calculated.has(window.id))
      .map((part) => [part.window.id, lossOf(part, { sun, parts, today })]),
  )
}

type Surroundings = { sun: StationSun; parts: readonly Part[]; today: string }

/** The part that is out, as the formulas read it. */
function powerOf({ window, days }: Part, sun: StationSun) {
  const { capacityKwp, producedKwh } = window
  const { pr, source } = sun.prBefore(days[0] ?? '')
  const acKw = sun.acKw && sun.capacityKwp ? (capacityKwp * sun.acKw) / sun.capacityKwp : null
  return { capacityKwp, producedKwh, pr, prSource: source, acKw }
}

function lossOf(part: Part, around: Surroundings): Figures {
  const { window, pieces, days, steps } = part
  const { sun } = around
  const power = powerOf(part, sun)
  const sunlit = [...new Set(steps.map(({ day }) => day))].map(sun.dayOf)
  const sources = sunlit.map(({ source }) => source)
  const inSun = (share: (step: SunStep) => number) =>
    sum(steps.map((step) => (step.irradiance * step.hours * share(step)) / 1000))
  const inputs: LossInputs = {
    capacityKwp: power.capacityKwp,
    acKw: power.acKw === null ? null : rounded(power.acKw, 3),
    pr: power.pr,
    prSource: power.prSource,
    price: sun.price,
    priceSource: sun.priceSource,
    irradiation: rounded(
      inSun(() => 1),
      3,
    ),
    days: {
      measured: sources.filter((each) => each === 'measured').length,
      plan: sources.filter((each) => each === 'plan').length,
      setting: sources.filter((each) => each === 'setting').length,
    },
    daylightHours: rounded(sum(steps.map(({ hours }) => hours)), 2),
    sharedHours: rounded(
      sum(
        pieces
          .filter(({ share }) => share < window.share / 100)
          .map(({ from, until }) => (until - from) / HOUR_MS),
      ),
      2,
    ),
    producedKwh: power.producedKwh,
    peerYield: null,
    shortfallKwh: null,
  }
  const found = (method: LossMethod, lostKwh: number, more: Partial<LossInputs> = {}): Figures => {
    const kwh = rounded(lostKwh, 2)
    return {
      method,
      inputs: { ...inputs, ...more },
      lostKwh: kwh,
      lostYuan: rounded(kwh * sun.price, 2),
      rate: window.untilAt === null && !window.settled ? rateOf(part, around) : 0,
    }
  }
  const shortfalls = shortfallsOf(part, around)
  if (shortfalls) {
    const lost = sum(shortfalls.map(({ own }) => own))
    return found('measured', lost, { shortfallKwh: rounded(sum(shortfalls.map(({ whole }) => whole)), 2) })
  }
  if (window.peers.length > 0 && window.untilAt !== null && days.length > 0) {
    const peerYield = yieldOfPeers(window.peers)
    const [own, whole] = [inSun(({ share }) => share), inSun(() => 1)]
    const lost = whole > 0 ? (peerYield * power.capacityKwp * own) / whole - power.producedKwh : 0
    return found('reference', Math.max(0, lost), { peerYield: rounded(peerYield, 4) })
  }
  return found('irradiance', lostByIrradiance(steps, power))
}

/**
 * What the station fell short of on each day, by its meter, and the part of it that this window takes beside the others
 * of the day. Only for what is large enough to be seen at the meter, and when each day has a figure; otherwise null.
 */
function shortfallsOf(part: Part, { sun, parts }: Surroundings): { own: number; whole: number }[] | null {
  const { window, steps } = part
  const { capacityKwp: whole, usual } = sun
  const power = powerOf(part, sun)
  if (!whole || window.untilAt === null || power.prSource !== 'measured') return null
  if ((window.capacityKwp * window.share) / whole < usual.meterShare) return null
  const days = [...new Set(steps.map(({ day }) => day))].map(sun.dayOf)
  if (days.length === 0 || days.some(({ source, energyKwh }) => source !== 'measured' || energyKwh === null))
    return null
  const outOn = (day: string, each: Part) =>
    lostByIrradiance(
      each.steps.filter((step) => step.day === day),
      { ...powerOf(each, sun), producedKwh: 0 },
    )
  return days.map(({ day, irradiation, energyKwh }) => {
    const short = Math.max(0, whole * irradiation * power.pr - (energyKwh ?? 0))
    const own = outOn(day, part)
    const all = sum(parts.map((each) => outOn(day, each)))
    return { whole: short, own: all > 0 ? Math.min(own, (short * own) / all) : 0 }
  })
}

/** kWh lost per hour of daylight on a day like today, by what the window counts now. */
function rateOf(part: Part, { sun, today }: Surroundings): number {
  const share = part.pieces.at(-1)?.share ?? part.window.share / 100
  const day = sun.dayOf(today)
  const hours = (day.set - day.rise) / HOUR_MS
  if (hours <= 0) return 0
  const steps = sunSteps([{ from: day.rise, until: day.set, share }], [day])
  return rounded(lostByIrradiance(steps, { ...powerOf(part, sun), producedKwh: 0 }) / hours, 1)
}
