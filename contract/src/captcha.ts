import { z } from 'zod'
import { command } from './call.ts'

/** Slider picture (protocols.md part 1); `clickWord` joins with the complete sign-in. */
export const captchaType = z.enum(['blockPuzzle'])

/** The answer as login and SMS calls carry it (spec 1 §7.2). */
export const captchaVO = z.object({
  captchaType,
  pointJson: z.string().min(1).max(2000),
  token: z.string().min(1).max(64),
})

const puzzle = z.object({
  token: z.string(),
  secretKey: z.string().nullable(),
  originalImageBase64: z.string(),
  jigsawImageBase64: z.string(),
  wordList: z.array(z.string()).nullable(),
  result: z.literal(false),
})

export const captchaCalls = {
  /** A fresh picture. The answer stays on the server. */
  get: command({
    title: '获取滑块验证码',
    path: '/captcha/get',
    access: 'public',
    input: z.object({
      captchaType,
      clientUid: z.string().max(64).optional(),
      ts: z.coerce.number().optional(),
    }),
    output: puzzle,
  }),
  /** One try for a picture; afterwards `captchaVerification` stands for it (protocols.md §1.5–1.6). */
  check: command({
    title: '校验滑块验证码',
    path: '/captcha/check',
    access: 'public',
    input: captchaVO.extend({
      clientUid: z.string().max(64).optional(),
      ts: z.coerce.number().optional(),
    }),
    output: captchaVO.extend({ result: z.literal(true) }),
  }),
}
