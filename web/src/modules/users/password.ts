import { passwordFrom } from '@heliodesk/contract/generated-password.ts'

/** A random password for somebody else's account. */
export const generatePassword = (): string =>
  passwordFrom(() => crypto.getRandomValues(new Uint8Array(1))[0]!)
