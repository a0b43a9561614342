import { expect } from '@playwright/test'
import { heading, openFirst, press, type Screen } from './show.ts'

/** The administrator's screens of the two tickets. */

/** The sheet of one of the tickets that every demo company has. */
const sheet = (id: number, state: string): Screen => ({
  path: `/operation/ticket?ticket=${id}`,
  show: (page) => expect(page.getByRole('article')).toContainText(state),
})

export const ticketPages: Screen[] = [
  { path: '/operation/ticket', show: (page) => heading(page, '两票管理') },
  sheet(20, '执行中'),
  sheet(23, '第 1–2 步已执行'),
  sheet(9, '作废'),
  { path: '/operation/qualification', show: (page) => heading(page, '三种人名单') },
  { path: '/operation/earth', show: (page) => heading(page, '接地线台账') },
  { path: '/operation/ticketReview', show: (page) => heading(page, '两票评价') },
  { path: '/operation/ticketBoard', show: (page) => heading(page, '两票看板') },
  { path: '/operation/typicalTicket', show: (page) => heading(page, '典型票') },
]

export const ticketOverlays: Screen[] = [
  {
    name: '开票',
    path: '/operation/ticket',
    show: async (page) => {
      await press(page, '开票')
      await expect(page.getByText(/提交前还差 \d+ 项/)).toBeVisible()
    },
  },
  { path: '/operation/qualification', show: openFirst },
  { name: '登记资格', path: '/operation/qualification', show: (page) => press(page, '登记资格') },
  { name: '谁不能兼任', path: '/operation/qualification', show: (page) => press(page, '谁不能兼任') },
  { path: '/operation/earth', show: openFirst },
  { path: '/operation/typicalTicket', show: openFirst },
  { name: '新建典型票', path: '/operation/typicalTicket', show: (page) => press(page, '新建典型票') },
  { name: '登记接地线', path: '/operation/earth', show: (page) => press(page, '登记接地线') },
]
