import { z } from 'zod'
import { named } from './fields.ts'

/** Six digits from the authenticator app, or a recovery code; spaces and hyphens are allowed. */
export const secondFactorCode = named(
  '动态口令',
  z
    .string()
    .max(64)
    .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().regex(/^(\d{6}|[0-9A-Z]{16})$/, '请输入 6 位动态口令，或 16 位恢复码')),
)

/** What an authenticator app needs to know of an account. */
export const authenticatorApp = z.object({
  /** Base32, for manual entry. */
  secret: z.string(),
  /** `otpauth://totp/…`, for the QR code. */
  uri: z.string(),
})
