import pg from 'pg'
import type { Page } from '@playwright/test'

export type Word = { word: string; x: number; y: number }

export type Answer = { x: number; words: Word[] }

/** The solution that a person sees in the picture: the position of the hole, or the words in order. No route has it. */
export async function answerOf(token: string): Promise<Answer> {
  const database = new pg.Client({ connectionString: process.env.HELIODESK_DATABASE })
  await database.connect()
  try {
    const { rows } = await database.query<{ answer: Answer }>('select answer from captcha where token = $1', [
      token,
    ])
    return rows[0]!.answer
  } finally {
    await database.end()
  }
}

/** The token of the next picture that this page receives. */
export async function nextPicture(page: Page): Promise<string> {
  const response = await page.waitForResponse(
    (each) => each.url().endsWith('/captcha/get') && each.request().method() === 'POST',
  )
  return ((await response.json()) as { repData: { token: string } }).repData.token
}
