import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { Checkbox } from 'antd'
import { SelectField } from '../../../kit/fields/SelectField.tsx'
import { useCall } from '../../../lib/queries.ts'
import { DelayFields } from './DelayFields.tsx'
import { delayOf, writtenDelay } from './delay.ts'
import { kinds } from './elements.ts'
import type { FieldsProps, Modeler, NewElement, Shape } from './services.ts'
import { eventOf, setOfPart, setProperties, textOf } from './write.ts'

/** Replaces what is chosen by an element of another type, which is then chosen. */
function replaceBy(modeler: Modeler, shape: Shape, by: NewElement) {
  const replaced = modeler.get('bpmnReplace').replaceElement(shape, by)
  modeler.get('selection').select(replaced)
}

/** Which service a step of the system runs. */
export function ServiceFields({ modeler, shape }: FieldsProps) {
  const { data } = useCall(workflowCalls.designChoices, {})
  const value = textOf(shape.businessObject, 'wf:handler')
  const known = data?.services ?? []
  const choices = [...new Set([...known, ...(value ? [value] : [])])].map((each) => ({
    value: each,
    label: each,
  }))
  return (
    <SelectField
      label="执行的服务"
      hint="流程走到这里时由系统执行"
      placeholder="请选择"
      notFoundContent="没有可执行的服务"
      choices={choices}
      value={value}
      onChange={(handler) => setProperties(modeler, shape, { 'wf:handler': handler })}
    />
  )
}

/** Which process a step starts and waits for. */
export function CallFields({ modeler, shape }: FieldsProps) {
  const { data } = useCall(workflowCalls.designChoices, {})
  return (
    <SelectField
      label="调用的流程"
      hint="它结束之后，本流程继续"
      placeholder="请选择"
      choices={(data?.processes ?? []).map(({ key, name }) => ({ value: key, label: name }))}
      value={textOf(shape.businessObject, 'calledElement')}
      onChange={(calledElement) => setProperties(modeler, shape, { calledElement })}
    />
  )
}

const GATEWAYS = [kinds.exclusive, kinds.parallel, kinds.inclusive].map(({ type, title }) => ({
  value: type,
  label: title,
}))

/** How a gateway chooses, and its branch when no condition holds. */
export function GatewayFields({ modeler, shape }: FieldsProps) {
  const { businessObject: element, outgoing, type } = shape
  const chooses = type !== 'bpmn:ParallelGateway' && outgoing.length > 1
  const otherwise = element.get('default') as { id: string } | undefined
  const nameOf = (flow: Shape) =>
    textOf(flow.businessObject, 'name') ??
    `到“${(flow.target && textOf(flow.target.businessObject, 'name')) ?? flow.target?.id ?? ''}”`
  return (
    <>
      <SelectField
        label="网关类型"
        choices={GATEWAYS}
        value={type}
        onChange={(chosen) => chosen && replaceBy(modeler, shape, { type: chosen })}
      />
      {chooses && (
        <SelectField
          label="默认分支"
          hint="其他分支的条件都不满足时走这里"
          placeholder="请选择"
          choices={outgoing.map((flow) => ({ value: flow.id, label: nameOf(flow) }))}
          value={otherwise?.id}
          onChange={(id) =>
            setProperties(modeler, shape, {
              default: outgoing.find((flow) => flow.id === id)?.businessObject,
            })
          }
        />
      )}
    </>
  )
}

/** How long an event waits, and whether it ends its step. */
export function TimerFields({ modeler, shape }: FieldsProps) {
  const event = eventOf(shape.businessObject)
  if (event?.$type !== 'bpmn:TimerEventDefinition')
    return <p className="t3">流程引擎只支持定时事件，请删除后重画。</p>
  const isBoundary = shape.type === 'bpmn:BoundaryEvent'
  return (
    <>
      <DelayFields
        label={isBoundary ? '环节开始后多久' : '等待多久'}
        value={delayOf(textOf(event, 'timeDuration'), textOf(event, 'wf:workingDays'))}
        onChange={(delay) => {
          const { duration, workingDays } = writtenDelay(delay)
          setOfPart(modeler, shape, event, {
            timeDuration:
              duration && modeler.get('bpmnFactory').create('bpmn:FormalExpression', { body: duration }),
            'wf:workingDays': workingDays,
          })
        }}
      />
      {isBoundary && (
        <Checkbox
          checked={shape.businessObject.get('cancelActivity') !== false}
          onChange={({ target }) => setProperties(modeler, shape, { cancelActivity: target.checked })}
        >
          到期时结束这个环节
        </Checkbox>
      )}
    </>
  )
}

const ENDINGS = [
  { value: '', label: '按最后的审批结果' },
  { value: 'approve', label: '通过' },
  { value: 'reject', label: '驳回' },
]

/** What an end says of the whole, and whether it ends what is still open. */
export function EndFields({ modeler, shape }: FieldsProps) {
  const event = eventOf(shape.businessObject)
  return (
    <>
      <SelectField
        label="结论"
        hint="列表和详情显示为“已结束”或“已驳回”"
        choices={ENDINGS}
        value={textOf(shape.businessObject, 'wf:outcome') ?? ''}
        onChange={(outcome) => setProperties(modeler, shape, { 'wf:outcome': outcome || undefined })}
      />
      <Checkbox
        checked={event?.$type === 'bpmn:TerminateEventDefinition'}
        onChange={({ target }) =>
          replaceBy(modeler, shape, {
            type: 'bpmn:EndEvent',
            ...(target.checked && { eventDefinitionType: 'bpmn:TerminateEventDefinition' }),
          })
        }
      >
        同时结束其他还在办理的分支
      </Checkbox>
    </>
  )
}
