import type { Page } from '@playwright/test'
import { callApi, type Input } from './call.ts'
import { sessionOf, type Credentials } from './session.ts'

/** The token of this window's session. */
export async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('heliodesk__Access-Token'))
  return (JSON.parse(stored!) as { value: string }).value
}

/** The user of a window, or an account without a window. */
export type Caller = Page | Credentials

/** The answer of the API to somebody. */
export async function read<T>(
  caller: Caller,
  method: 'get' | 'post' | 'put',
  path: string,
  input: Input = {},
): Promise<T> {
  const token = 'username' in caller ? (await sessionOf(caller)).token : await tokenOf(caller)
  return callApi<T>(method, path, input, token)
}
