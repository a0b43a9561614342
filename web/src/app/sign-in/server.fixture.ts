import { generateKeyPairSync } from 'node:crypto'
import { vi } from 'vitest'

export const signedInAs = {
  token: 'T',
  userInfo: { id: '7', username: 'chenjianguo', realname: '陈建国', tenantId: '1' },
  sysAllDictItems: {},
}

export const right = (result: unknown) => ({ success: true, code: 200, result })
export const refused = (message: string, code = 'wrong') => ({
  success: false,
  code: 500,
  message,
  error_code: code,
})
export const captchaWrong = { success: false, repCode: '6111', repMsg: '验证码坐标不正确' }
/** A rejection for a security reason. */
export const locked = { ...refused('登录失败次数过多，请 5 分钟后再试', '600'), code: 600 }

const picture = { originalImageBase64: 'AA==', jigsawImageBase64: 'AA==', wordList: null, result: false }
const publicKey = generateKeyPairSync('x25519')
  .publicKey.export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('base64url')

export type SentCall = { path: string; body: Record<string, unknown> }

/** Serves pictures without a key, a key for passwords, and the given answers for each path, one per call. */
export function serve(answers: Record<string, object[]>): SentCall[] {
  const calls: SentCall[] = []
  let pictures = 0
  const answer = (url: string, body: string | undefined): object => {
    const path = url.replace(/^\/api/, '').replace(/\?.*/, '')
    if (path === '/captcha/get') {
      const repData = { ...picture, token: `picture-${++pictures}`, secretKey: null }
      return { repCode: '0000', repData, success: true }
    }
    if (path === '/sys/getEncryptedString') return right({ keyId: 'k1', publicKey })
    const before = calls.filter((call) => call.path === path).length
    calls.push({ path, body: body === undefined ? {} : (JSON.parse(body) as Record<string, unknown>) })
    const next = answers[path]?.[before]
    if (!next) throw new Error(`no answer for call ${before + 1} of ${path}`)
    return next
  }
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string, { body }: { body?: string }) => Promise.resolve(Response.json(answer(url, body)))),
  )
  return calls
}
