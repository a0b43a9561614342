import { passwordCalls as calls } from '@heliodesk/contract/passwords.ts'
import { beforeEach } from 'vitest'
import { FORGOT, useCodes } from '../../../test/codes.ts'
import { useHarness } from '../../../test/harness.ts'

const DAY = 86_400_000
export const NEW = 'Brand-new1'

export const twice = (password: string) => ({ password, confirmpassword: password })

/** A harness whose every test starts on a day of its own, with an unused phone and the default password. */
export function useWorker() {
  const harness = useHarness()
  const codes = useCodes(harness)
  const worker = { phone: '', token: '' }

  beforeEach(async () => {
    harness.clock.advance(DAY)
    worker.phone = await codes.givePhone('a_worker')
    worker.token = await harness.signIn('a_worker')
    const { rows } = await harness.owner.query<{ password_hash: string }>(
      "select password_hash from app_user where username = 'a_master'",
    )
    await harness.owner.query(
      "update app_user set password_hash = $1, must_change_password = false, status = '1' where username = 'a_worker'",
      [rows[0]!.password_hash],
    )
  })

  const change = (input: object) => ({
    username: 'a_worker',
    mobile: worker.phone,
    ...twice(NEW),
    ...input,
  })
  return {
    harness,
    codes,
    worker,
    change,
    forgotProof: async (mobile = worker.phone) => {
      const code = await codes.get(mobile, FORGOT)
      return (await harness.call(null, calls.phoneVerification, { mobile, code })).smscode
    },
    changed: (code: string, input: object = {}) =>
      harness.call(null, calls.change, { ...change(input), code }),
    refused: (code: string, input: object = {}) =>
      harness.refused(null, calls.change, { ...change(input), code }),
  }
}
