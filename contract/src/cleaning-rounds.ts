import { z } from 'zod'
import { benefitPair, benefitSource } from './cleaning-benefit.ts'
import { orderRow } from './order-rows.ts'
import { ofColumn } from './data-columns.ts'

/** An order of cleaning as one round over its station. */
export const roundRow = orderRow
  .extend({
    /** Of the station; null if nobody has recorded it. */
    stationKwp: z.number().nullable(),
    /** Of all zones, and of those that are cleaned. */
    plannedKwp: z.number(),
    coveredKwp: z.number(),
    /** Covered of the station's capacity. */
    percent: z.number().nullable(),
    zones: z.int(),
    zonesDone: z.int(),
    /** Who cleans: 自有, or the names of contractors. */
    methods: z.array(z.string()),
    /** Of the cleaned zones, as the benefit counts it. */
    cost: ofColumn('cost', z.number().nullable()),
    /** Tonnes; null if nothing is recorded. */
    water: z.number().nullable(),
    broken: z.int(),
    firstDay: z.string().nullable(),
    cleanedOn: z.string().nullable(),
    /** Weighted by capacity over the zones with both. */
    srBefore: z.number().nullable(),
    srAfter: z.number().nullable(),
    /** Null before any zone is cleaned. */
    benefit: ofColumn('cost', benefitPair.nullable()),
  })
  .meta({ id: 'CleaningRound' })

const soilingDay = z.object({
  day: z.string(),
  /** What soiling takes, in per cent, as it follows from the last measurement; null before the first one. */
  loss: z.number().nullable(),
  /** The same as measured before and after a cleaning. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  /** Cleaned on that day, kWp: by this order, and by others. */
  cleanedKwp: z.number(),
  othersKwp: z.number(),
  /** mm; null if nobody has measured it. */
  rain: z.number().nullable(),
})

export const soilingCourse = z.object({
  days: z.array(soilingDay),
  /** Loss that a day adds, in per cent. */
  rate: z.number(),
  rateSource: benefitSource,
  /** mm of rain that wash the modules. */
  washingRain: z.number(),
  /** Days with a figure of rain. */
  rainDays: z.int(),
})
export type SoilingCourse = z.output<typeof soilingCourse>
