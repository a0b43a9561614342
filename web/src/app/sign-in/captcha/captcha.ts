import { randomId } from '../../../lib/session.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { getCaptcha, type CaptchaAnswer, type Puzzle } from '../calls.ts'
import { encryptAes128Ecb } from './aes.ts'
import type { Track } from './track.ts'

export type CaptchaType = CaptchaAnswer['captchaType']

/** The result of an answer; `message` is the server's own (spec 1 §4). */
export type Verdict = { passed: true } | { passed: false; message: string }

export type Point = { x: number; y: number }

/** Pictures are 310 by 155 pixels and pieces 47 wide, whatever their display size (spec 1 §7.2, §9). */
export const PICTURE_WIDTH = 310
export const PICTURE_HEIGHT = 155
const PIECE_WIDTH = 47
export const FURTHEST = PICTURE_WIDTH - PIECE_WIDTH

/** The piece is as high as the picture, so it moves only horizontally. */
const PIECE_Y = 5

export const fetchPuzzle = (captchaType: CaptchaType, signal: AbortSignal): Promise<Puzzle> =>
  getCaptcha({ captchaType, clientUid: clientUid(captchaType), ts: Date.now() }, signal)

export const slideAnswer = (puzzle: Puzzle, x: number, track: Track): CaptchaAnswer =>
  answerOf(puzzle, 'blockPuzzle', { x: Math.round(x * 100) / 100, y: PIECE_Y }, track)

export const clickAnswer = (puzzle: Puzzle, clicks: readonly Point[], track: Track): CaptchaAnswer =>
  answerOf(puzzle, 'clickWord', clicks, track)

/** The answer as login and SMS calls carry it, encrypted if the picture has a key. */
function answerOf(
  { token, secretKey }: Puzzle,
  captchaType: CaptchaType,
  point: Point | readonly Point[],
  track: Track,
): CaptchaAnswer {
  const text = JSON.stringify(point)
  return {
    captchaType,
    pointJson: secretKey ? encryptAes128Ecb(text, secretKey) : text,
    token,
    track: track.toString(),
  }
}

const UID_KEYS = { blockPuzzle: 'slider', clickWord: 'point' } as const

/** One id per browser and type, as clients of this protocol send it. */
function clientUid(captchaType: CaptchaType): string {
  const key = UID_KEYS[captchaType]
  const known = readStored<string>(key)
  if (known) return known
  const fresh = `${key}-${randomId()}`
  writeStored(key, fresh)
  return fresh
}
