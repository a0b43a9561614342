import { inShort, otherStatuses } from '@heliodesk/contract/work-order-rules.ts'
import { formatTime } from '../../kit/format.ts'
import { awaitedInShort } from './AwaitedPhotos.tsx'
import { draftOf, missingFrom } from './forms/execution.ts'
import { isWhole, type KnownOrder } from './order.ts'

/**
 * The next step and its person, in one sentence (design language: "the next step is written down"); null while what is
 * missing for it is not yet known.
 */
export function nextStepOf(order: KnownOrder, userId: string): string | null {
  const step = stepOf(order, userId)
  const asked = order.extensionList?.find(({ status }) => status === 'running')
  return asked && step ? `${step}延期至 ${formatTime(asked.planEndTime)} 的申请等待审批。` : step
}

function stepOf(order: KnownOrder, userId: string): string | null {
  switch (order.flowSts) {
    case 1:
      return '等待指派：由站长或区域经理指派，运维工程师也可以接单。'
    case 2:
      return executorsStep(order, userId)
    case 3:
      return [7, 8].includes(order.taskType)
        ? '等待验收：执行人和报告人以外的站长或管理员验收。'
        : '等待验收：执行人以外的站长或管理员验收。'
    case 4:
      return `已于 ${formatTime(order.flowEndTime)} 验收关闭。`
    case 5:
      return `已于 ${formatTime(order.flowEndTime)} 终止。`
  }
}

function executorsStep(order: KnownOrder, userId: string): string | null {
  const isMine = order.liableUserId === userId || order.assistUserIds.includes(userId)
  const who = isMine ? '请你' : `${order.liablePerson ?? '负责人'} `
  if (order.otherSts === otherStatuses.notStarted) {
    const plan = order.planStartTime ? `，计划 ${formatTime(order.planStartTime)} 开始` : ''
    return `${who}开始作业${plan}。`
  }
  if (!isWhole(order)) return null
  const again = order.otherSts === otherStatuses.returned ? '按退回意见整改，' : ''
  const missing = missingFrom(order, draftOf(order), order.photoList)
  const onPhones = awaitedInShort(order.awaitedPhotoList)
  if (missing.length === 0)
    return onPhones ? `${who}${again}提交验收，${onPhones}。` : `${who}${again}提交验收。`
  return `${who}${again}完成后提交验收，${inShort(missing)}。`
}
