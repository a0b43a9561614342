import type { Comment, CommentList } from './comment.ts'

export const comment: Comment = {
  id: '21',
  version: 1,
  orderId: '7',
  authorId: '2',
  authorName: '孙立诚',
  text: '@李沐阳 备件 14:00 到站',
  addTime: '2026-11-24 13:20:00',
  editedTime: null,
  isDeleted: false,
  mentions: [{ id: '1', name: '李沐阳' }],
  quoted: null,
  changeUntil: null,
  isUnseen: false,
}

export const commentList: CommentList = {
  total: 1,
  rows: [comment],
  changeMinutes: 15,
  mayReadHistory: false,
}
