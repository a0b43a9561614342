import { z } from 'zod'
import { callsOf } from './call.ts'
import { named, requiredText, text } from './fields.ts'
import { listedRecordCalls, removalOfMany } from './record-calls.ts'

const { query } = callsOf('position')

/** Letters and digits of any kind: codes of other systems, such as 0101, are kept when people move here. */
export const positionCode = named('岗位编码', requiredText(32).regex(/^\w+$/, '只含字母、数字和下划线'))

/** What people are in the company; rights come from roles. */
const position = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    postRank: z.int(),
    description: z.string(),
    /** People of the caller's own departments. */
    userCount: z.int(),
    version: z.int(),
    createTime: z.string(),
  })
  .meta({ id: 'Position' })

const manage = { perm: 'position:manage' } as const

export const positionCalls = {
  /** By rank; the form of a person offers them too. */
  ...listedRecordCalls('position', {
    title: '岗位',
    path: '/sys/position',
    access: manage,
    read: 'signedIn',
    listed: ['position', 'user', 'department'],
    fields: {
      code: positionCode,
      name: named('岗位名称', requiredText(50)),
      postRank: named(
        '排序',
        z.coerce.number().int('排序应为整数').min(0, '不能小于 0').max(9999, '不能大于 9999').default(0),
      ),
      description: named('说明', text(200).default('')),
    },
    output: position,
  }),
  removeMany: removalOfMany('position', { title: '岗位', path: '/sys/position', access: manage }),
  byCode: query({
    title: '按编码查岗位',
    path: 'GET /sys/position/queryByCode',
    access: 'signedIn',
    input: z.object({ code: positionCode }),
    output: position,
  }),
}
