import type { Received } from '@heliodesk/contract/call.ts'
import type { messageChannelCalls as calls } from '@heliodesk/contract/message-channels.ts'

/** The user's setting as it is stored, with what the company rules. */
export type Own = Received<typeof calls.own>

/** What the user changes of it. */
export type Draft = Pick<Own, 'choices' | 'quietFrom' | 'quietUntil'>

export type CompanyChannel = Received<typeof calls.company>[number]
