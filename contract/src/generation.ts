import { z } from 'zod'
import { callsOf } from './call.ts'
import { day, id, named, text, upTo } from './fields.ts'

const { command, query } = callsOf('generation')

/** The maximum of days, of any stations, that one call may write. */
export const GENERATION_ROWS = 5000

/** Figures of a day or month. null means that there is no figure, which differs from zero. */
const figures = {
  /** At the meter, kWh. */
  energyKwh: z.number().nullable(),
  /** From the resource plan, kWh; a day has its share of the month. */
  planKwh: z.number().nullable(),
  /** In the plane of the modules, kWh/m². */
  irradiation: z.number().nullable(),
  /** mm. */
  rain: z.number().nullable(),
  /** 等价利用小时: energy divided by module power. */
  hours: z.number().nullable(),
  /** Performance ratio over the days that have both energy and irradiation. */
  pr: z.number().nullable(),
}

export const generationRow = z
  .object({
    /** `YYYY-MM-DD` for a month's days, `YYYY-MM` for a year's months. */
    at: z.string(),
    /** Days with a figure. */
    days: z.int(),
    ...figures,
  })
  .meta({ id: 'Generation' })

export const generationCalls = {
  /** A station's generation by day or by month, with its plan (domain.md §5). */
  query: query({
    title: '电站发电量',
    path: '/power-station/generation/query',
    access: { perm: 'station:list' },
    input: z.object({
      psId: named('电站', id),
      /** A month or a year. */
      period: named('时段', z.string().regex(/^(19|20)\d\d(-(0[1-9]|1[0-2]))?$/, '时段应为 YYYY 或 YYYY-MM')),
    }),
    output: z.object({
      rows: z.array(generationRow),
      total: generationRow.omit({ at: true }),
      /** The same days or months of the previous year, kWh; null where there is no figure. */
      lastYearKwh: z.number().nullable(),
      capacityKwp: z.number().nullable(),
      firstDay: z.string().nullable(),
      lastDay: z.string().nullable(),
    }),
  }),
  /**
   * Writes daily figures, all or none; existing days are overwritten, so that sending the same data again changes
   * nothing. A row names its station by id or by external key.
   */
  save: command({
    title: '写入发电量',
    path: '/power-station/generation/save',
    access: { perm: 'station:edit' },
    bodyKb: 1024,
    input: z.object({
      rows: named(
        '发电量',
        z
          .array(
            z.object({
              psId: named('电站', id.optional()),
              externalKey: named('外部编号', text(64).optional()),
              day: named('日期', day),
              energyKwh: named('发电量', upTo(1_000_000_000, '请填写发电量')),
              irradiation: named('辐照量', upTo(20).nullable().default(null)),
              /** Kept as it is if not sent. */
              rain: named('降雨量', upTo(1000).multipleOf(0.1, '最多一位小数').optional()),
            }),
          )
          .min(1, '没有数据')
          .max(GENERATION_ROWS, `一次最多写入 ${GENERATION_ROWS} 行`),
      ),
    }),
    output: z.object({ written: z.int(), unchanged: z.int() }),
  }),
}
