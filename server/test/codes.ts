import { randomUUID } from 'node:crypto'
import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import type { Harness } from './harness.ts'

let phones = 13_800_000_000

export const newPhone = () => String(++phones)

/** Gives this user an unused phone number. */
export async function givePhone(harness: Harness, username: string): Promise<string> {
  const phone = newPhone()
  await harness.owner.query('update app_user set phone = $1 where username = $2', [phone, username])
  return phone
}

/** The proof of a captcha that `/captcha/check` accepted. */
export async function passedCaptcha(harness: Harness) {
  const captchaVerification = randomUUID()
  await harness.owner.query('insert into captcha_verification (value, expires_at) values ($1, $2)', [
    captchaVerification,
    new Date(harness.clock.now().getTime() + 60_000),
  ])
  return { captchaVerification }
}

export const SIGN_IN = 0
export const FORGOT = 2
type Mode = typeof SIGN_IN | typeof FORGOT

export const askCode = async (harness: Harness, mobile: string, smsMode: Mode) =>
  harness.call(null, passwordCalls.sms, { mobile, smsMode, ...(await passedCaptcha(harness)) })

export const refusedCode = async (harness: Harness, mobile: string, smsMode: Mode) =>
  harness.refused(null, passwordCalls.sms, { mobile, smsMode, ...(await passedCaptcha(harness)) })

/** The codes queued for a phone, latest first. */
export async function codesFor(harness: Harness, phone: string): Promise<string[]> {
  const { rows } = await harness.owner.query<{ code: string }>(
    `select params ->> 'code' as code from sms_message where phone = $1 order by id desc`,
    [phone],
  )
  return rows.map((row) => row.code)
}

/** Requests a code and reads it from the outbox, where a phone would show it. */
export async function getCode(harness: Harness, phone: string, mode: Mode): Promise<string> {
  await askCode(harness, phone, mode)
  return (await codesFor(harness, phone))[0]!
}

/** A different code of six digits. */
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
