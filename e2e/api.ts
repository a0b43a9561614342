import type { Page } from '@playwright/test'

type Answer = { success?: boolean; result?: unknown; result_data?: unknown }

/** What the API answers to the person who is signed in in this window. */
export async function read<T>(
  page: Page,
  method: 'get' | 'post',
  path: string,
  input: Record<string, string | readonly (string | number)[]> = {},
) {
  const stored = await page.evaluate(() => localStorage.getItem('heliodesk__Access-Token'))
  const token = (JSON.parse(stored!) as { value: string }).value
  const response = await page.request[method](`/api${path}`, {
    headers: { 'X-Access-Token': token },
    ...(method === 'get'
      ? { params: new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])) }
      : { data: input }),
  })
  const answer = (await response.json()) as Answer
  return (answer.result ?? answer.result_data) as T
}
