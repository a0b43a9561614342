import { z } from 'zod'
import { readTable } from '../../../kernel/first-data/data-file.ts'
import { entryOf } from '../../../platform/certain.ts'

/** A station as the plan of its devices needs it. */
export type Site = {
  id: string
  key: string
  siteType: string
  capacityKwp: number
  acKw: number
  gridDate: string
}

const planned = readTable(new URL('./plan.csv', import.meta.url), {
  /** The devices of a part are repeated together. */
  part: z.string(),
  /** `{n}` and `{nn}` are the number of the repetition, in one or two digits. */
  name: z.string(),
  space: z.string(),
  /** From the type tree that every tenant starts with. */
  type: z.string(),
  model: z.string(),
  maker: z.string(),
  /** `share`: what is left for each repetition of the station's power. */
  rated_kw: z.union([z.literal('share'), z.coerce.number()]).optional(),
})
const devicesOf = Map.groupBy(planned, ({ part }) => part)

/** The parts of a station, with the number of each. */
function partsOf({ siteType, acKw, capacityKwp, gridDate }: Site): [part: string, many: number][] {
  if (siteType !== 'C') {
    const [part, kw] =
      siteType === 'G' ? (['roofInverter', 110] as const) : (['householdInverter', 50] as const)
    const inverters = Math.max(4, Math.round(acKw / kw))
    return [
      [part, inverters],
      ['cabinet', Math.ceil(inverters / 12)],
      ['gridRoom', 1],
    ]
  }
  // Small and new ground stations have string inverters. Before 2017 two central inverters shared a transformer.
  const hasStrings = capacityKwp <= 30_000 && gridDate >= '2019'
  const block = hasStrings ? 'stringBlock' : gridDate < '2017' ? 'oldCentralBlock' : 'centralBlock'
  return [
    [block, Math.max(2, Math.round(capacityKwp / (hasStrings ? 1950 : 3900)))],
    ['line', Math.max(1, Math.round(capacityKwp / 25_000))],
    [capacityKwp > 60_000 ? 'largeTransformer' : 'transformer', 1],
    ['substation', 1],
  ]
}

export type PlannedDevice = ReturnType<typeof planDevices>[number]

/** The station's register of devices, numbered as in domain.md §8 (`3号箱变-05号逆变器`). */
export const planDevices = (site: Site) =>
  partsOf(site).flatMap(([part, many]) =>
    Array.from({ length: many }, (_, at) => String(at + 1)).flatMap((number) =>
      entryOf(devicesOf, part).map(({ name, space, type, model, maker, rated_kw: ratedKw }) => ({
        name: name.replace('{n}', number).replace('{nn}', number.padStart(2, '0')),
        space: space.replace('{n}', number),
        type,
        model,
        maker,
        ratedKw: ratedKw === 'share' ? Math.round(site.acKw / many) : (ratedKw ?? null),
      })),
    ),
  )
