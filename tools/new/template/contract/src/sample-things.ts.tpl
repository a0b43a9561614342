import { z } from 'zod'
import { callsOf } from './call.ts'
import { businessPage, businessPageOf, id, named, requiredText, text, version } from './fields.ts'
import { recordCalls } from './record-calls.ts'
import { scopeFilter } from './work-order-list.ts'

const { query } = callsOf('sampleThing')

const list = { perm: 'sampleThing:list' } as const
const edit = { perm: 'sampleThing:edit' } as const

const sampleThing = z
  .object({
    id: z.string(),
    name: z.string(),
    psId: z.string(),
    psName: z.string(),
    depName: z.string(),
    remark: z.string(),
    /** Who changed it last, and when. */
    updatedBy: z.string(),
    updateTime: z.string(),
    version: z.int(),
  })
  .meta({ id: 'SampleThing' })
export type SampleThing = z.output<typeof sampleThing>

/** The fields of the form. */
const input = {
  name: named('样品名称', requiredText(100)),
  psId: named('电站', id),
  remark: named('备注', text(200).default('')),
}

/** The filters, shared by the list and the export. */
export const sampleThingQuery = z.object({
  /** Matches the name. */
  keyword: named('关键词', text(50).optional()),
  ...scopeFilter,
})

/** The column titles by field, shared by the list and the export. */
export const sampleThingTitles = {
  name: '样品名称',
  psName: '电站',
  depName: '运维班组',
  remark: '备注',
  updatedBy: '更新人',
  updateTime: '更新时间',
} as const

export const sampleThingCalls = {
  /** The sample things of the stations in the caller's scope, most recently changed first. */
  page: query({
    title: '样品列表',
    path: '/sampleThing/page',
    access: list,
    bodyKb: 768,
    input: sampleThingQuery.extend(businessPage),
    output: businessPageOf(sampleThing),
  }),
  ...recordCalls('sampleThing', {
    title: '样品',
    path: '/sampleThing',
    access: edit,
    read: list,
    fields: input,
    onRemoval: { version },
    output: sampleThing,
  }),
}
