import type { Page } from '@playwright/test'

type Answer = { success?: boolean; result?: unknown; result_data?: unknown }

/** The token of this window's session. */
export async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('heliodesk__Access-Token'))
  return (JSON.parse(stored!) as { value: string }).value
}

/** The answer of the API to the user of this window. */
export async function read<T>(
  page: Page,
  method: 'get' | 'post' | 'put',
  path: string,
  input: Record<string, string | number | boolean | readonly (string | number)[]> = {},
) {
  const token = await tokenOf(page)
  const response = await page.request[method](`/api${path}`, {
    headers: { 'X-Access-Token': token },
    ...(method === 'get'
      ? { params: new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])) }
      : { data: input }),
  })
  const answer = (await response.json()) as Answer
  return (answer.result ?? answer.result_data) as T
}
