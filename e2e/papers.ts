import { expect } from '@playwright/test'
import { demoOrder } from './orders.ts'
import type { Screen } from './show.ts'
import { draftOf } from './tickets.ts'

/** What is printed: pages without the frame. */
export const papers: Screen[] = [
  {
    path: '/taskCenter/print',
    show: async (page) => {
      await page.goto(`/#/taskCenter/print?id=${await demoOrder(page, 2)}`)
      await expect(page.getByRole('article').getByRole('table', { name: '签字' })).toBeVisible()
    },
  },
  {
    path: '/operation/ticket/print',
    show: async (page) => {
      const id = await draftOf(page, { kind: 'first', task: '7 号箱变高压侧熔断器更换' })
      await page.goto(`/#/operation/ticket/print?id=${id}`)
      await expect(page.getByRole('article').getByRole('region', { name: '备注' })).toBeVisible()
    },
  },
  {
    path: '/operation/orderStatistics/print',
    show: (page) => expect(page.getByRole('article').getByRole('table', { name: '重复故障' })).toBeVisible(),
  },
]
