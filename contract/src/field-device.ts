import { z } from 'zod'
import { callsOf } from './call.ts'
import { named } from './fields.ts'

const { command } = callsOf()

export const fieldDeviceCalls = {
  /**
   * The key with which this device seals what this person has queued on it: the same after every sign-in, another one for
   * another person, device or company.
   */
  key: command({
    title: '本机密钥',
    path: '/field/device',
    access: 'signedIn',
    secret: true,
    input: z.object({
      device: named('设备标识', z.string().regex(/^[\da-f]{32}$/, '应为 32 位十六进制数')),
    }),
    /** 32 random bytes in Base64. */
    output: z.object({ key: z.string() }),
  }),
}
