import type { Page } from '@playwright/test'
import { read } from './api.ts'

/** An order of the demo company in this state: not among the newest, which are other journeys' and move on. */
export async function demoOrder(page: Page, status: number): Promise<string> {
  const { pageList } = await read<{ pageList: { id: string }[] }>(page, 'post', '/ops/order/page', {
    flowSts: [status],
    size: 500,
  })
  return pageList.at(-1)!.id
}
