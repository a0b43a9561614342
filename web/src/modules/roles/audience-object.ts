import { audienceKinds, type AudienceKind } from '@heliodesk/contract/audience-query.ts'
import { insightCalls } from '@heliodesk/contract/insight.ts'
import { isOwn } from '@heliodesk/contract/own.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useCall } from '../../lib/queries.ts'

export const kinds = { ...audienceKinds, right: '权限' } as const
export type Kind = keyof typeof kinds

/** The fields of the call, by the names in the address. */
const fields = { order: 'orderId', station: 'psId', ticket: 'ticketId', person: 'personId' } as const

export function kindOf(query: URLSearchParams): Kind {
  const named = query.get('of') ?? ''
  if (isOwn(kinds, named)) return named
  const given = (Object.keys(fields) as AudienceKind[]).find((kind) => query.has(kind))
  return given ?? (['permissionId', 'psId', 'depId'].some((name) => query.has(name)) ? 'right' : 'order')
}

/** The object that the address names, as the call takes it. */
export const inputOf = (kind: AudienceKind, query: URLSearchParams) => ({
  [fields[kind]]: query.get(kind) ?? '',
  ...(query.get('files') === '1' && { ofFiles: '1' as const }),
})

/** The object and who can see it in sum, without the rows; nothing where no object is chosen. */
export function useAudienceSum() {
  const { query } = useUrlQuery()
  const kind = kindOf(query)
  const isAsked = kind !== 'right' && query.has(kind)
  const input = isAsked ? { ...inputOf(kind, query), pageSize: 1 } : {}
  const read = useCall(insightCalls.audience, input, { enabled: isAsked })
  return isAsked ? read.data : undefined
}
