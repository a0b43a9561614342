import type { Call } from '@heliodesk/contract/call.ts'
import { z } from 'zod'
import { sampleOf, type Fields } from './samples.ts'

const fields = z.record(z.string(), z.unknown())

const envelope = z.object({
  message: z.string().optional(),
  result_msg: z.string().optional(),
  repMsg: z.string().nullish(),
})

/** What a call takes beside its other fields, where samples of all fields do not go together. */
const together: Record<string, Fields> = {
  // A device of the ledger has no name of its own, and peers are three at least.
  '/ops/order/outage/save': { objectName: '', peers: [] },
}

/** A valid input of a call. */
export const inputOf = (call: Call): Fields => ({
  ...fields.parse(sampleOf(call.input)),
  ...together[call.path],
})

/** The message in an envelope of any kind. */
export function messageIn(text: string): string {
  const { message, result_msg: resultMessage, repMsg } = envelope.parse(JSON.parse(text))
  return message ?? resultMessage ?? repMsg ?? ''
}

/** The longest path parameter that still reaches its call. */
const LONGEST_PARAMETER = 200

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? null)).toWellFormed()

/** Whether a value can be part of a call's path. */
export const fitsPath = (value: unknown): boolean => {
  const text = textOf(value)
  return text !== '' && encodeURIComponent(text).length <= LONGEST_PARAMETER
}

/** The path filled with its parameters from the input, those parameters, and the remaining fields. */
function splitPath(call: Call, input: Fields) {
  const rest = { ...input }
  const params: Record<string, string> = {}
  const path = call.path.replaceAll(/:(\w+)/g, (_match, key: string) => {
    params[key] = key in rest ? textOf(rest[key]) : 'sample'
    delete rest[key]
    return encodeURIComponent(params[key])
  })
  return { path, params, rest }
}

/** The fields of an upload are in the query string. */
export const hasBody = (call: Call): boolean =>
  !call.upload && (call.method === 'POST' || call.method === 'PUT')

function queryOf(input: Fields): URLSearchParams {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(key, textOf(each))
  }
  return query
}

/** A call as a request; `payload` replaces the whole body. */
export function requestOf(call: Call, input: Fields, payload?: string) {
  const { path, rest } = splitPath(call, input)
  if (!hasBody(call))
    return { method: call.method, url: `/api${path}?${queryOf(rest).toString()}`, headers: {} }
  return {
    method: call.method,
    url: `/api${path}`,
    headers: { 'content-type': 'application/json' },
    payload: payload ?? JSON.stringify(rest),
  }
}

/** The input that a call's schema gets: texts if the fields are in the query string. */
export function arrived(call: Call, input: Fields): Fields {
  const { params, rest } = splitPath(call, input)
  if (hasBody(call)) return { ...fields.parse(JSON.parse(JSON.stringify(rest))), ...params }
  const query = queryOf(rest)
  const given = [...new Set(query.keys())].map((key) => {
    const all = query.getAll(key)
    return [key, all.length > 1 ? all : all[0]] as const
  })
  return { ...Object.fromEntries(given), ...params }
}
