import type { Harness } from '../../../test/harness.ts'
import { encryptPoint } from './answer.ts'

export type Kind = 'blockPuzzle' | 'clickWord'
export type Wire = { repCode: string; repMsg: string | null; repData: never; success: boolean }
type Picture = { token: string; secretKey: string | null; wordList: string[] | null }
type Answer = { x: number } | { words: { word: string; x: number; y: number }[] }

/** A captcha client with an address of its own, which a trusted proxy forwards. */
export function clientAt(harness: Harness, address: string) {
  const post = async (path: string, body: object): Promise<Wire> =>
    (
      await harness.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { 'x-forwarded-for': address },
        payload: body,
      })
    ).json()
  return {
    post,
    get: (kind: Kind = 'blockPuzzle') => post('/captcha/get', { captchaType: kind }),
    check: (picture: Picture, point: unknown, more: object = {}) =>
      post('/captcha/check', {
        captchaType: picture.wordList ? 'clickWord' : 'blockPuzzle',
        token: picture.token,
        pointJson: encryptPoint(JSON.stringify(point), picture.secretKey),
        ...more,
      }),
  }
}

/** The piece's position, or the words' centres in click order, as a person would see them. */
export async function pointOf(harness: Harness, token: string): Promise<unknown> {
  const { rows } = await harness.owner.query<{ answer: Answer }>(
    'select answer from captcha where token = $1',
    [token],
  )
  const { answer } = rows[0]!
  return 'x' in answer ? { x: answer.x, y: 5 } : answer.words.map(({ x, y }) => ({ x, y }))
}
