import { z } from 'zod'
import { callsOf } from './call.ts'

const { command } = callsOf()

/** The slider, or words to click in order (protocols.md part 1). */
export const captchaType = z.enum(['blockPuzzle', 'clickWord'])

/** The solved captcha as login and SMS calls carry it (spec 1 §7.2). */
export const captchaVO = z.object({
  captchaType,
  pointJson: z.string().min(1).max(2000),
  token: z.string().min(1).max(64),
  /**
   * The pointer's path, `[x, y, milliseconds][]` on the picture's 310×155 as JSON. Checked only if it is sent, because
   * stock clients do not send it.
   */
  track: z.string().max(20_000).optional(),
})

const puzzle = z.object({
  token: z.string(),
  secretKey: z.string().nullable(),
  originalImageBase64: z.string(),
  /** Slider only. */
  jigsawImageBase64: z.string().nullable(),
  /** Words in the order of the clicks; clickWord only. */
  wordList: z.array(z.string()).nullable(),
  result: z.literal(false),
})

export const captchaCalls = {
  /** A new picture. The solution stays on the server. */
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
  /** One attempt for a picture; then `captchaVerification` stands for the solved captcha (protocols.md §1.5–1.6). */
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
