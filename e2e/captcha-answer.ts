import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { repository } from '../tools/processes.ts'

export type Word = { word: string; x: number; y: number }

/** The solution that a person sees in the picture: the position of the hole, or the words in order. No route has it. */
export async function answerOf(
  token: string,
  dataFolder = process.env.HELIODESK_DATA_DIR,
): Promise<{ x: number; words: Word[] }> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/captcha-answer.ts', token], {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataFolder },
  })
  return JSON.parse(stdout) as { x: number; words: Word[] }
}

/** The token of the next picture that this page receives. */
export async function nextPicture(page: Page): Promise<string> {
  const response = await page.waitForResponse(
    (each) => each.url().endsWith('/captcha/get') && each.request().method() === 'POST',
  )
  return ((await response.json()) as { repData: { token: string } }).repData.token
}
