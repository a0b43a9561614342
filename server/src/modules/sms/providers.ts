import { appendFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Env } from '../../env.ts'
import { present } from '../../platform/certain.ts'
import { signedHeaders } from './aliyun-signature.ts'
import { maskPhone, type Template } from './templates.ts'

export type Sms = {
  /** Equal in every retry, so that a provider can deduplicate. */
  id: string
  phone: string
  template: Template
  params: Record<string, string>
  /** The company's own signature; '' uses the provider's configuration. */
  signName: string
  /** For providers that send the text itself: the signature comes first. */
  text: string
}

/** Returns the provider's message id, if there is one; throws if the message was not accepted. */
export type SmsProvider = { send(message: Sms): Promise<{ id: string | null }> }

/** The provider refused permanently. Every other error can be retried. */
export class SmsRefused extends Error {}

const TIMEOUT_MS = 8000

export function openProvider(env: Env, log: FastifyBaseLogger, timeoutMs = TIMEOUT_MS): SmsProvider {
  switch (env.SMS_PROVIDER) {
    case 'outbox':
      return outbox(env, log)
    case 'aliyun':
      return aliyun(env, timeoutMs)
    case 'http':
      return overHttp(env, timeoutMs)
  }
}

/**
 * Sends nothing. A file, if configured, gets the whole message; the log only records that there was one, and its
 * content only if the operator enabled that.
 */
function outbox(
  { SMS_OUTBOX_FILE: file, SMS_LOG_CODES: logsCodes }: Env,
  log: FastifyBaseLogger,
): SmsProvider {
  return {
    async send({ id, phone, text, params }) {
      log.info(logsCodes ? `SMS ${phone}: ${text}` : `SMS ${maskPhone(phone)}: ${masked(text, params)}`)
      if (file) await appendFile(file, `${JSON.stringify({ id, phone, text })}\n`)
      return { id: null }
    },
  }
}

const masked = (text: string, params: Record<string, string>) =>
  Object.values(params).reduce((left, value) => left.replaceAll(value, '*'.repeat(value.length)), text)

/** Any custom gateway: posts the message as JSON, with its id, since retries are possible. */
function overHttp(
  { SMS_HTTP_URL: url, SMS_HTTP_AUTHORIZATION: authorization }: Env,
  timeoutMs: number,
): SmsProvider {
  return {
    async send(message) {
      const { status, body } = await post(present(url), {
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `heliodesk-sms-${message.id}`,
          ...(authorization ? { authorization } : {}),
        },
        body: JSON.stringify(message),
        timeoutMs,
      })
      if (status >= 200 && status < 300) return { id: textOf(body.id) }
      throw refusalOf(status, textOf(body.message) ?? '')
    },
  }
}

/** Temporary errors; every other code of the provider is final. */
const ALIYUN_MOMENTARY =
  /^(isp\.SYSTEM_ERROR|isv\.BUSINESS_LIMIT_CONTROL|Throttling.*|ServiceUnavailable|InternalError)$/

/** Alibaba Cloud SMS, operation SendSms of 2017-05-25. Codes share one template with the variable `code`; messages have one with `title`. */
function aliyun(env: Env, timeoutMs: number): SmsProvider {
  return {
    async send({ id, phone, template, params, signName }) {
      if (template === 'message' && env.SMS_MESSAGE_TEMPLATE_CODE === undefined)
        throw new SmsRefused('no template for messages')
      const { url, headers } = signedHeaders({
        endpoint: env.SMS_ENDPOINT,
        action: 'SendSms',
        version: '2017-05-25',
        query: {
          PhoneNumbers: phone,
          SignName: signName || present(env.SMS_SIGN_NAME),
          TemplateCode: present(
            template === 'message' ? env.SMS_MESSAGE_TEMPLATE_CODE : env.SMS_TEMPLATE_CODE,
          ),
          TemplateParam: JSON.stringify(params),
          OutId: id,
        },
        accessKeyId: present(env.SMS_ACCESS_KEY_ID),
        accessKeySecret: present(env.SMS_ACCESS_KEY_SECRET),
      })
      const { status, body } = await post(url, { headers, timeoutMs })
      const code = textOf(body.Code) ?? ''
      if (status === 200 && code === 'OK') return { id: textOf(body.BizId) }
      const message = `${code} ${textOf(body.Message) ?? ''}`.trim()
      if (ALIYUN_MOMENTARY.test(code)) throw new Error(message)
      throw refusalOf(status, message)
    },
  }
}

type Request = { headers: Record<string, string>; body?: string; timeoutMs: number }

async function post(url: string, { headers, body, timeoutMs }: Request) {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: response.status, body: fieldsOf(await response.text()) }
}

/** Rate limits, time-outs and server errors are retried; other client errors are final. */
function refusalOf(status: number, message: string): Error {
  const text = `HTTP ${status} ${message}`.trim()
  return status >= 500 || status === 408 || status === 429 ? new Error(text) : new SmsRefused(text)
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : null
