import type { Envelope } from '@heliodesk/contract/call.ts'

type Failure = { code: string; message: string; status: number }

/** The answer of a call that succeeded. */
export function success(envelope: Envelope, data: unknown, now: Date): object {
  switch (envelope) {
    case 'erp':
      return { result_code: '1', result_msg: 'success', result_data: data }
    case 'sys':
      return { success: true, code: 200, message: '操作成功', result: data, timestamp: now.getTime() }
    case 'captcha':
      return { repCode: '0000', repMsg: null, repData: data, success: true }
  }
}

/**
 * The answer of a call that failed. Broken rules travel with HTTP 200, as clients of these conventions expect; a
 * failure never carries code 0 and `repCode` only ever holds a code of the captcha family.
 */
export function failure(envelope: Envelope, { code, message, status }: Failure, now: Date): object {
  const repCode = /^\d{4}$/.test(code) ? code : '9999'
  switch (envelope) {
    case 'erp':
      return {
        result_code: status === 200 ? '0' : String(status),
        result_msg: message,
        result_data: null,
        error_code: code,
      }
    case 'sys':
      return {
        success: false,
        code: status === 200 ? 500 : status,
        message,
        result: null,
        timestamp: now.getTime(),
        error_code: code,
        ...(repCode === '9999' ? {} : { repCode, repMsg: message }),
      }
    case 'captcha':
      return { repCode, repMsg: message, repData: null, success: false }
  }
}
