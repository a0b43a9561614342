import type { Page } from '@playwright/test'
import { read } from './api.ts'

/** An order whose executor waits for a later end. */
export async function extendingOrder(page: Page): Promise<string> {
  const { pageList } = await read<{ pageList: { id: string; extensionAskerId: string | null }[] }>(
    page,
    'post',
    '/ops/order/page',
    { flowSts: [2], size: 500 },
  )
  return pageList.find(({ extensionAskerId }) => extensionAskerId !== null)!.id
}

/** An order of the demo company in this state: not among the newest, which are other journeys' and move on. */
export async function demoOrder(page: Page, status: number): Promise<string> {
  const { pageList } = await read<{ pageList: { id: string }[] }>(page, 'post', '/ops/order/page', {
    flowSts: [status],
    size: 500,
  })
  return pageList.at(-1)!.id
}
