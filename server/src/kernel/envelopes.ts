import type { Call, Envelope } from '@heliodesk/contract/call.ts'
import { named } from '@heliodesk/contract/fields.ts'
import { secondStepDue } from '@heliodesk/contract/session.ts'
import { z } from 'zod'

/** The client shows a `Refusal` with this code in a dialog of its own. */
export const SECURITY = '600'

type Failure = { code: string; message: string; status: number; repCode?: string; data?: object | null }

type Succeeding = Pick<Call, 'envelope' | 'successCode'>

/** The answer of a call that succeeded. */
export function success({ envelope, successCode }: Succeeding, data: unknown, now: Date): object {
  switch (envelope) {
    case 'erp':
      return { result_code: '1', result_msg: 'success', result_data: data }
    case 'sys':
      return { success: true, code: successCode, message: '操作成功', result: data, timestamp: now.getTime() }
    case 'captcha':
      return { repCode: '0000', repMsg: null, repData: data, success: true }
  }
}

/**
 * The answer of a failed call. Violated rules are sent with HTTP 200, as clients of these conventions expect. A failure
 * never has code 0; `repCode` only holds codes of the captcha family; `code` 600 means that the call was refused for a
 * security reason, which the message names (product.md "Decisions on open points").
 */
export function failure(envelope: Envelope, failed: Failure, now: Date): object {
  const { code, message, status, data = null } = failed
  const repCode = /^\d{4}$/.test(code) ? code : '9999'
  switch (envelope) {
    case 'erp':
      return {
        result_code: status === 200 ? '0' : String(status),
        result_msg: message,
        result_data: data,
        error_code: code,
      }
    case 'sys':
      return {
        success: false,
        code: sysCodeOf(code, status),
        message,
        result: data,
        timestamp: now.getTime(),
        error_code: code,
        ...(repCode === '9999' ? {} : { repCode, repMsg: message }),
      }
    case 'captcha':
      return { repCode: failed.repCode ?? repCode, repMsg: message, repData: data, success: false }
  }
}

const sysCodeOf = (code: string, status: number) => (status !== 200 ? status : code === SECURITY ? 600 : 500)

/** The answer for failures outside of any call. It holds the fields of every envelope. */
export function plainFailure(status: number, message: string) {
  return {
    success: false,
    code: status,
    message,
    result_code: String(status),
    result_msg: message,
    result: null,
  }
}

const message = named('提示', z.string())
const errorCode = named('错误标识', z.string())
const moment = named('服务器时间（毫秒）', z.int())

/** The schema of what `success` returns around a call's data. */
export function successShape({ envelope, successCode }: Succeeding, data: z.ZodType): z.ZodType {
  switch (envelope) {
    case 'erp':
      return z.object({ result_code: z.literal('1'), result_msg: message, result_data: data })
    case 'sys':
      return z.object({
        success: z.literal(true),
        code: z.literal(successCode),
        message,
        result: data,
        timestamp: moment,
      })
    case 'captcha':
      return z.object({
        repCode: z.literal('0000'),
        repMsg: z.null(),
        repData: data,
        success: z.literal(true),
      })
  }
}

/** The schemas of what `failure` returns. */
export const failureShapes: Record<Envelope, z.ZodType> = {
  erp: z.object({
    result_code: named('结果码：业务失败为 0，否则为 HTTP 状态码', z.string()),
    result_msg: message,
    result_data: z.null(),
    error_code: errorCode,
  }),
  sys: z.object({
    success: z.literal(false),
    code: named('结果码：业务失败为 500，否则为 HTTP 状态码', z.int()),
    message,
    result: named('仅在登录还需两步验证时有内容', secondStepDue.nullable()),
    timestamp: moment,
    error_code: errorCode,
    repCode: named('验证码错误码', z.string().optional()),
    repMsg: named('验证码提示', z.string().optional()),
  }),
  captcha: z.object({
    repCode: named('验证码错误码', z.string()),
    repMsg: message,
    repData: z.null(),
    success: z.literal(false),
  }),
}

/** The schema of what `plainFailure` returns. */
export const plainFailureShape = z.object({
  success: z.literal(false),
  code: named('HTTP 状态码', z.int()),
  message,
  result_code: named('HTTP 状态码', z.string()),
  result_msg: message,
  result: z.null(),
})
