import type { SavedView } from './saved-view.ts'

export const own: SavedView = {
  id: '7',
  version: 3,
  code: 'work-orders',
  name: '宁夏超时',
  query: { view: ['overdue'], depCode: ['A01A03A01'] },
  isMine: true,
  ownerName: '陈建国',
  isOwnerActive: true,
  departmentId: null,
  departmentName: null,
  pinned: true,
  isNew: false,
  mayEdit: true,
  mayUnshare: false,
}

/** Of a colleague, not seen yet. */
export const shared: SavedView = {
  ...own,
  id: '8',
  version: 1,
  name: '缺陷待消',
  query: { view: ['open'], taskType: ['8'], sort: ['planEndTime.asc'] },
  isMine: false,
  ownerName: '孙立诚',
  departmentId: '30',
  departmentName: '宁夏运维中心',
  pinned: false,
  isNew: true,
  mayEdit: false,
}
