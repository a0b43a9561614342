import { randomId } from '../../../lib/session.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { getCaptcha, type CaptchaAnswer, type Puzzle } from '../calls.ts'
import { encryptAes128Ecb } from './aes.ts'

/** What became of an answer; `message` is the server's own (spec 1 §4). */
export type Verdict = { passed: true } | { passed: false; message: string }

/** Pictures are 310 by 155 pixels and pieces 47 wide, whatever size they are shown in (spec 1 §7.2, §9). */
export const PICTURE_WIDTH = 310
const PIECE_WIDTH = 47
export const FURTHEST = PICTURE_WIDTH - PIECE_WIDTH

/** The piece has the picture's height, so it moves sideways only. */
const PIECE_Y = 5

export const fetchPuzzle = (signal: AbortSignal): Promise<Puzzle> =>
  getCaptcha({ captchaType: 'blockPuzzle', clientUid: clientUid(), ts: Date.now() }, signal)

/** The answer as login and SMS calls carry it, encrypted where the picture came with a key. */
export function answerOf({ token, secretKey }: Puzzle, x: number): CaptchaAnswer {
  const point = JSON.stringify({ x: Math.round(x * 100) / 100, y: PIECE_Y })
  return {
    captchaType: 'blockPuzzle',
    pointJson: secretKey ? encryptAes128Ecb(point, secretKey) : point,
    token,
  }
}

/** One id per browser, by which the server counts where an address says too little. */
function clientUid(): string {
  const known = readStored<string>('slider')
  if (known) return known
  const fresh = `slider-${randomId()}`
  writeStored('slider', fresh)
  return fresh
}
