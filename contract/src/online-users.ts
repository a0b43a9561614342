import { z } from 'zod'
import { callsOf } from './call.ts'
import { flag, named, sysPage, sysPageOf, text } from './fields.ts'
import { ofAccount, ofDepartment } from './references.ts'
import { signInMethod } from './sign-in-methods.ts'

const { query } = callsOf('session', 'user')

/** Whoever used a session within this time is at work. */
export const ACTIVE_MINUTES = 5

export const onlineUserCalls = {
  /** The sessions of people of the caller's departments, the last used first. */
  list: query({
    title: '在线用户',
    path: 'GET /sys/online/list',
    access: { perm: 'online:view' },
    input: z.object({
      ...sysPage,
      keyword: named('账号、姓名或地址', text(64).default('')),
      /** Only those used within the last minutes. */
      active: flag('只看正在使用'),
    }),
    output: sysPageOf(
      z.object({
        /** Of the session. */
        id: z.string(),
        personId: z.string(),
        ...ofAccount,
        ...ofDepartment,
        device: z.string(),
        clientAddress: z.string().nullable(),
        method: signInMethod,
        signInTime: z.string(),
        lastUsedTime: z.string(),
        /** Used within the last minutes. */
        isActive: z.boolean(),
        /** The session of the call itself. */
        current: z.boolean(),
        /** false if the person has permissions that the caller lacks. */
        manageable: z.boolean(),
      }),
    ).extend({
      /** People with a session, and those of them who are at work. */
      userCount: z.int(),
      activeCount: z.int(),
    }),
  }),
}
