import { paths } from '@heliodesk/contract/paths.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { DetailLayout } from '../../kit/DetailLayout.tsx'
import { formatMinute } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { useCall } from '../../lib/queries.ts'

type ExtensionFactsProps = { orderId: string; processInstanceId: string }

/** What is asked of an order, beside the order as it is. */
export function ExtensionFacts({ orderId, processInstanceId }: ExtensionFactsProps) {
  const order = useCall(workOrderCalls.detail, { id: orderId })
  return (
    <Reading read={order} name="工单" height={120}>
      {({ extensionList, workCode, psName, taskDescription, liablePerson, flowStsName }) => {
        const asked = extensionList.find((each) => each.processInstanceId === processInstanceId)
        return (
          <DetailLayout
            title="申请内容"
            items={[
              { label: '工单', value: <a href={paths.orders.href({ order: orderId })}>{workCode}</a> },
              { label: '电站', value: psName },
              { label: '负责人', value: liablePerson },
              { label: '工单状态', value: flowStsName },
              { label: '原计划结束', value: asked && formatMinute(asked.oldPlanEndTime) },
              { label: '延期至', value: asked && formatMinute(asked.planEndTime) },
              { label: '延期原因', value: asked?.reason, span: 3 },
              { label: '任务描述', value: taskDescription, span: 3 },
            ]}
          />
        )
      }}
    </Reading>
  )
}
