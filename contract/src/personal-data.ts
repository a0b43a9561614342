import { z } from 'zod'
import { callsOf } from './call.ts'
import { exportJob } from './exports.ts'
import { id, named, requiredText } from './fields.ts'

const { command } = callsOf('export')

/** Whose data, and why they are handed out. */
export const personalDataQuery = z.object({
  personId: named('用户', id),
  reason: named('原因', requiredText(200)),
})

export const personalDataCalls = {
  /** Adds an archive of everything about a person to the caller's exports. */
  request: command({
    title: '导出个人数据',
    path: '/sys/user/exportPersonalData',
    access: { perm: 'user:personal' },
    besides: { 导出个人数据: ['user:manage'] },
    sessionOnly: true,
    input: personalDataQuery,
    output: exportJob,
  }),
}
