import { expect } from '@playwright/test'
import { demoOrder } from './orders.ts'
import type { Screen } from './screens.ts'

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
    path: '/operation/orderStatistics/print',
    show: (page) => expect(page.getByRole('article').getByRole('table', { name: '重复故障' })).toBeVisible(),
  },
]
