import { z } from 'zod'
import { callsOf } from './call.ts'
import { businessPage, businessPageOf, id, keyOf, named, requiredText, text, version } from './fields.ts'
import { recordCalls } from './record-calls.ts'
import { drawings, shownDrawing } from './ticket-drawings.ts'
import { ticketKinds, type TicketKind } from './ticket-kinds.ts'
import { risk, ticketLines } from './ticket-lines.ts'
import { scopeFilter } from './work-order-list.ts'

const { query } = callsOf('typicalTicket')

const list = { perm: 'typicalTicket:list' } as const
const edit = { perm: 'typicalTicket:edit' } as const

/** Only the switching itself has steps; every other kind has measures. */
export const hasSteps = (kind: TicketKind): boolean => kind === 'operation'

const fields = {
  kind: named('票种', keyOf(ticketKinds, '请选择票种')),
  name: named('任务名称', requiredText(100)),
  /** Without one it is for every station of the company. */
  psId: named('电站', id.nullable().default(null)),
  ...ticketLines,
  drawings,
  remark: named('备注', text(200).default('')),
}

const typicalTicket = z
  .object({
    id: z.string(),
    kind: keyOf(ticketKinds),
    kindLabel: z.string(),
    name: z.string(),
    psId: z.string().nullable(),
    psName: z.string().nullable(),
    isolate: z.array(z.string()),
    earth: z.array(z.string()),
    board: z.array(z.string()),
    care: z.array(z.string()),
    steps: z.array(z.string()),
    risks: z.array(risk),
    drawings: z.array(shownDrawing),
    remark: z.string(),
    /** Who changed it last; null as it came with the product. */
    updatedBy: z.string().nullable(),
    updateTime: z.string(),
    version: z.int(),
  })
  .meta({ id: 'TypicalTicket' })
export type TypicalTicket = z.output<typeof typicalTicket>

/** The number of measures, or of the steps of an operation ticket. */
export const lineCount = ({
  isolate,
  earth,
  board,
  care,
  steps,
}: Pick<TypicalTicket, 'isolate' | 'earth' | 'board' | 'care' | 'steps'>): number =>
  isolate.length + earth.length + board.length + care.length + steps.length

/** The column titles by field. */
export const typicalTitles = {
  name: '任务名称',
  kindLabel: '票种',
  psName: '电站',
  steps: '操作项目',
  risks: '危险点与控制措施',
  remark: '备注',
  updatedBy: '更新人',
  updateTime: '更新时间',
} as const

export const typicalTicketCalls = {
  /** Those for every station, and those of the stations in the caller's scope; by kind and name. */
  page: query({
    title: '典型票列表',
    path: '/ticket/typical/page',
    access: list,
    bodyKb: 768,
    input: z.object({
      /** Matches the name, and every measure, step and risk. */
      keyword: named('关键词', text(50).optional()),
      kind: named('票种', keyOf(ticketKinds, '没有这个票种').optional()),
      ...scopeFilter,
      ...businessPage,
    }),
    output: businessPageOf(typicalTicket),
  }),
  ...recordCalls('typicalTicket', {
    title: '典型票',
    path: '/ticket/typical',
    access: edit,
    read: list,
    fields,
    bodyKb: 512,
    onRemoval: { version },
    output: typicalTicket,
  }),
}
