import { randomUUID } from 'node:crypto'
import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import type { Harness } from './harness.ts'

let phones = 13_800_000_000

export const newPhone = () => String(++phones)

export const SIGN_IN = 0
export const FORGOT = 2
type Mode = typeof SIGN_IN | typeof FORGOT

/** Codes by SMS, and the phones that they are sent to. */
export function useCodes(harness: Harness) {
  /** The proof of a captcha that `/captcha/check` accepted. */
  async function passedCaptcha() {
    const captchaVerification = randomUUID()
    await harness.owner.query('insert into captcha_verification (value, expires_at) values ($1, $2)', [
      captchaVerification,
      new Date(harness.clock.now().getTime() + 60_000),
    ])
    return { captchaVerification }
  }

  const ask = async (mobile: string, smsMode: Mode) =>
    harness.call(null, passwordCalls.sms, { mobile, smsMode, ...(await passedCaptcha()) })

  /** The codes queued for a phone, latest first. */
  async function queuedFor(phone: string): Promise<string[]> {
    const { rows } = await harness.owner.query<{ code: string }>(
      `select params ->> 'code' as code from sms_message where phone = $1 order by id desc`,
      [phone],
    )
    return rows.map((row) => row.code)
  }

  return {
    passedCaptcha,
    ask,
    refused: async (mobile: string, smsMode: Mode) =>
      harness.refused(null, passwordCalls.sms, { mobile, smsMode, ...(await passedCaptcha()) }),
    queuedFor,
    /** Requests a code and reads it from the outbox, where a phone would show it. */
    get: async (phone: string, mode: Mode): Promise<string> => {
      await ask(phone, mode)
      return (await queuedFor(phone))[0]!
    },
    /** Gives this user an unused phone number. */
    givePhone: async (username: string): Promise<string> => {
      const phone = newPhone()
      await harness.owner.query('update app_user set phone = $1 where username = $2', [phone, username])
      return phone
    },
  }
}

/** A different code of six digits. */
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
