import type { Page } from '@playwright/test'
import { callApi, type Input } from './call.ts'
import { sessionOf, type Credentials } from './session.ts'

/** The token of this window's session. */
export async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('heliodesk__Access-Token'))
  return (JSON.parse(stored!) as { value: string }).value
}

/** The answer of the API to the user of this window, or to this account without a window. */
export async function read<T>(
  caller: Page | Credentials,
  method: 'get' | 'post' | 'put',
  path: string,
  input: Input = {},
): Promise<T> {
  const token = 'username' in caller ? (await sessionOf(caller)).token : await tokenOf(caller)
  return callApi<T>(method, path, input, token)
}
