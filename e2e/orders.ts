import type { Page } from '@playwright/test'
import { read } from './api.ts'

type Running = { id: string; extensionAskerId: string | null }

/** An order whose executor waits for a later end; it may lie behind a million others. */
export async function extendingOrder(page: Page): Promise<string> {
  for (let curPage = 1; ; curPage++) {
    const { pageList } = await read<{ pageList: Running[] }>(page, 'post', '/ops/order/page', {
      flowSts: [2],
      needCount: false,
      curPage,
      size: 500,
    })
    const found = pageList.find(({ extensionAskerId }) => extensionAskerId !== null)
    if (found) return found.id
    if (pageList.length === 0) throw new Error('no order waits for a later end')
  }
}

/** An order of the demo company in this state: not among the newest, which are other journeys' and move on. */
export async function demoOrder(page: Page, status: number): Promise<string> {
  const { pageList } = await read<{ pageList: { id: string }[] }>(page, 'post', '/ops/order/page', {
    flowSts: [status],
    size: 500,
  })
  return pageList.at(-1)!.id
}
