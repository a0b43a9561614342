import { randomUUID } from 'node:crypto'
import { captchaCalls, type captchaVO } from '@heliodesk/contract/captcha.ts'
import type { z } from 'zod'
import { defineModule, Refusal, type PublicCtx, type Upkeep } from '../../kernel/context.ts'
import { BadPoint, decodePoint, isSliderHit, newSecretKey, verificationOf } from './answer.ts'
import { drawSliderPuzzle } from './picture.ts'

/** What a client does with its answer; tests and benchmarks are such clients. */
export { encryptPoint } from './answer.ts'

type CaptchaVO = z.output<typeof captchaVO>
type Answer = { x: number }

/** Life of a picture and of the value that stands for a solved one (protocols.md §1.6). */
const PICTURE_LIFE_MS = 120_000
const VERIFICATION_LIFE_MS = 180_000

const EXPIRED = new Refusal('6110', '验证码已失效，请重新获取')
const WRONG = new Refusal('6111', '验证失败')
const UNREADABLE = new Refusal('0001', '验证失败')
const MISSING = new Refusal('0011', '请完成安全验证')

async function create(ctx: PublicCtx) {
  const { background, piece, x } = await drawSliderPuzzle()
  const token = randomUUID().replaceAll('-', '')
  const secretKey = newSecretKey()
  await ctx.db
    .insertInto('captcha')
    .values({
      token,
      kind: 'blockPuzzle',
      answer: JSON.stringify({ x }),
      secret_key: secretKey,
      expires_at: after(ctx.now, PICTURE_LIFE_MS),
    })
    .execute()
  return {
    token,
    secretKey,
    originalImageBase64: background.toString('base64'),
    jigsawImageBase64: piece.toString('base64'),
    wordList: null,
    result: false as const,
  }
}

/**
 * One try for a picture: its row is deleted before the comparison, so that of many tries at once exactly one
 * compares. Answers the point's text and key when it is right.
 */
async function takeAnswer(ctx: PublicCtx, { token, pointJson }: CaptchaVO) {
  const taken = await ctx.db
    .deleteFrom('captcha')
    .where('token', '=', token)
    .returning(['answer', 'secret_key', 'expires_at'])
    .executeTakeFirst()
  if (!taken || taken.expires_at <= ctx.now) return EXPIRED
  try {
    const { text, point } = decodePoint(pointJson, taken.secret_key)
    return isSliderHit(point, (taken.answer as Answer).x) ? { text, secretKey: taken.secret_key } : WRONG
  } catch (error) {
    if (error instanceof BadPoint) return UNREADABLE
    throw error
  }
}

async function check(ctx: PublicCtx, vo: CaptchaVO) {
  const taken = await takeAnswer(ctx, vo)
  if (taken instanceof Refusal) return taken
  await ctx.db
    .insertInto('captcha_verification')
    .values({
      value: verificationOf(vo.token, taken.text, taken.secretKey),
      expires_at: after(ctx.now, VERIFICATION_LIFE_MS),
    })
    .execute()
  return { captchaType: vo.captchaType, pointJson: vo.pointJson, token: vo.token, result: true as const }
}

/**
 * For calls that a captcha guards: takes the answer that travels with them in either form. Null means passed; a
 * refusal must be returned, so that the spent picture stays spent.
 */
export async function takeCaptcha(
  ctx: PublicCtx,
  given: { captchaVO?: CaptchaVO; captchaVerification?: string },
): Promise<Refusal | null> {
  if (given.captchaVO) {
    const taken = await takeAnswer(ctx, given.captchaVO)
    return taken instanceof Refusal ? taken : null
  }
  if (!given.captchaVerification) return MISSING
  const taken = await ctx.db
    .deleteFrom('captcha_verification')
    .where('value', '=', given.captchaVerification)
    .returning('expires_at')
    .executeTakeFirst()
  return taken && taken.expires_at > ctx.now ? null : EXPIRED
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

const sweep: Upkeep = {
  name: 'expired captchas',
  everyMs: 60_000,
  async run(db) {
    await db.deleteFrom('captcha').where('expires_at', '<', new Date()).execute()
    await db.deleteFrom('captcha_verification').where('expires_at', '<', new Date()).execute()
  },
}

export const captcha = defineModule(captchaCalls, { get: create, check }, [sweep])
