import { randomUUID } from 'node:crypto'
import { captchaCalls, type captchaVO } from '@heliodesk/contract/captcha.ts'
import type { z } from 'zod'
import { defineModule, Refusal, type PublicCtx } from '../../kernel/context.ts'
import { removeExpired } from '../../kernel/expiry.ts'
import { areClickHits, BadPoint, decodePoints, isSliderHit, newSecretKey, verificationOf } from './answer.ts'
import type { Point } from './answer.ts'
import { countFailure, refuseCheck, refuseGet, refuseVerify } from './limits.ts'
import { drawSliderPuzzle } from './picture.ts'
import { isPlausible } from './track.ts'
import { drawWordPuzzle } from './word-picture.ts'
import type { Mark } from './word-picture.ts'

/** The client's encryption, for tests and benchmarks. */
export { encryptPoint } from './answer.ts'
export { creditSignIn } from './limits.ts'

type CaptchaVO = z.output<typeof captchaVO>
type Kind = CaptchaVO['captchaType']

/** The stored solution of a picture: the piece's position, or the words in click order. */
type Answer = { x: number } | { words: readonly Mark[] }

/** Lifetime of a picture and of the value that stands for a solved one (protocols.md §1.6). */
const PICTURE_LIFE_MS = 120_000
const VERIFICATION_LIFE_MS = 180_000

const EXPIRED = new Refusal('6110', '验证码已失效，请重新获取')
const WRONG = new Refusal('6111', '验证失败')
const UNREADABLE = new Refusal('0001', '验证失败')
const MISSING = new Refusal('0011', '请完成安全验证')
const NOT_DRAWN = new Refusal('6112', '验证码生成失败，请重新获取')

async function draw(kind: Kind) {
  if (kind === 'clickWord') {
    const { background, asked } = await drawWordPuzzle()
    return { background, piece: null, wordList: asked.map(({ word }) => word), answer: { words: asked } }
  }
  const { background, piece, x } = await drawSliderPuzzle()
  return { background, piece, wordList: null, answer: { x } }
}

async function create(ctx: PublicCtx, { captchaType: kind }: { captchaType: Kind }) {
  const refused = await refuseGet(ctx)
  if (refused) return refused
  const drawn = await draw(kind).catch((error: unknown) => ctx.log.error(error))
  if (!drawn) return NOT_DRAWN
  const token = randomUUID().replaceAll('-', '')
  const secretKey = newSecretKey()
  await ctx.db
    .insertInto('captcha')
    .values({
      token,
      kind,
      answer: JSON.stringify(drawn.answer satisfies Answer),
      secret_key: secretKey,
      created_at: ctx.now,
      expires_at: after(ctx.now, PICTURE_LIFE_MS),
    })
    .execute()
  return {
    token,
    secretKey,
    originalImageBase64: drawn.background.toString('base64'),
    jigsawImageBase64: drawn.piece?.toString('base64') ?? null,
    wordList: drawn.wordList,
    result: false as const,
  }
}

/**
 * One attempt for a picture: its row is deleted before the comparison, so that exactly one of many concurrent attempts
 * compares. Returns the point's text and key if it is right.
 */
async function takeAnswer(ctx: PublicCtx, { captchaType, token, pointJson, track }: CaptchaVO) {
  const refused = await refuseCheck(ctx)
  if (refused) return refused
  const taken = await ctx.db
    .deleteFrom('captcha')
    .where('token', '=', token)
    .where('kind', '=', captchaType)
    .returning(['answer', 'secret_key', 'created_at', 'expires_at'])
    .executeTakeFirst()
  if (!taken || taken.expires_at <= ctx.now) return EXPIRED
  try {
    const { text, points } = decodePoints(pointJson, taken.secret_key)
    const ageMs = ctx.now.getTime() - taken.created_at.getTime()
    const right =
      isHit(points, taken.answer as Answer) &&
      (track === undefined || isPlausible(track, { kind: captchaType, points, ageMs }))
    if (right) return { text, secretKey: taken.secret_key }
    await countFailure(ctx)
    return WRONG
  } catch (error) {
    if (!(error instanceof BadPoint)) throw error
    await countFailure(ctx)
    return UNREADABLE
  }
}

const isHit = (points: readonly Point[], answer: Answer) =>
  'x' in answer ? isSliderHit(points, answer.x) : areClickHits(points, answer.words)

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
 * For calls protected by a captcha: checks the answer sent with them, in either form. null means passed. A refusal must
 * be returned, not thrown, so that the picture's use is committed.
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
  const refused = await refuseVerify(ctx)
  if (refused) return refused
  const taken = await ctx.db
    .deleteFrom('captcha_verification')
    .where('value', '=', given.captchaVerification)
    .returning('expires_at')
    .executeTakeFirst()
  return taken && taken.expires_at > ctx.now ? null : EXPIRED
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

const sweep = removeExpired('expired captchas', 60_000, 'captcha', 'captcha_verification')

export const captcha = defineModule(captchaCalls, { get: create, check }, [sweep])
