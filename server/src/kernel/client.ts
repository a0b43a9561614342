import { own } from '@heliodesk/contract/own.ts'
import type { FastifyRequest } from 'fastify'
import type { Client } from './context.ts'
import { isOpenToOthers } from './reach.ts'

/** What a request says about its client. */
export function clientOf(request: FastifyRequest): Client {
  const header = (name: string) => {
    const value = own(request.headers, name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const bearer = header('authorization')?.replace(/^Bearer /i, '') ?? null
  return {
    address: request.ip,
    userAgent: (header('user-agent') ?? '').slice(0, 300),
    deviceId: header('device-id')?.slice(0, 64) ?? null,
    token: header('x-access-token') ?? header('token') ?? bearer,
    requestId: request.id,
    get openToOthers() {
      return isOpenToOthers(request)
    },
  }
}
