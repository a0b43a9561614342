import type { OtherOrder, RelationList } from './relation.ts'

export const otherOrder: OtherOrder = {
  id: '8',
  workCode: 'GD20261120000008',
  taskTypeLabel: '缺陷',
  taskDescription: '风扇滤网积灰',
  psName: '射阳一期',
  flowSts: 2,
  liablePerson: '李沐阳',
  createTime: '2026-11-20 08:00:00',
}

export const noRelations: RelationList = { rows: [], hidden: 0, device: null, plan: null, mayChange: true }

export const relations: RelationList = {
  ...noRelations,
  rows: [{ id: '31', kind: 'before', order: otherOrder, addName: '孙立诚', addTime: '2026-11-21 09:00:00' }],
  hidden: 2,
  device: {
    deviceId: '70',
    name: '3 号逆变器',
    since: '2026-08-26',
    total: 6,
    rows: [{ ...otherOrder, id: '9', workCode: 'GD20261001000009', taskDescription: '通讯中断', flowSts: 4 }],
  },
}
