import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { Checkbox, Select } from 'antd'
import { Field } from '../../../kit/Field.tsx'
import { useCall } from '../../../lib/queries.ts'
import { CopyFields } from './CopyFields.tsx'
import { DelayFields } from './DelayFields.tsx'
import { delayOf, writtenDelay } from './delay.ts'
import { kinds, titleOf } from './elements.ts'
import { FlowFields } from './FlowFields.tsx'
import type { FieldsProps, Modeler, Shape } from './services.ts'
import { StepFields } from './StepFields.tsx'
import { TypedField } from './TypedField.tsx'
import { eventOf, setOfPart, setProperties, textOf } from './write.ts'
import css from './design.module.css'

type PanelProps = {
  modeler: Modeler
  /** The only element that is chosen; without one the process itself is shown. */
  chosen: Shape | null
  readOnly: boolean
}

/** The properties of what is chosen, at the right of the picture. */
export function PropertiesPanel({ modeler, chosen, readOnly }: PanelProps) {
  const shape = chosen ?? modeler.get('canvas').getRootElement()
  const { id, businessObject: element, type } = shape
  const name = textOf(element, 'name') ?? ''
  const isProcess = type === 'bpmn:Process'
  return (
    <section className={css.panel} aria-label="属性">
      <header className="row">
        <h2 className="ell">{name || titleOf(type)}</h2>
        <span className="tag ln">{isProcess ? element.id : id}</span>
      </header>
      <fieldset disabled={readOnly} key={id} className={css.fields}>
        <span className="t3 s12">{titleOf(type)}</span>
        {type === 'bpmn:TextAnnotation' ? (
          <TypedField
            label="注释"
            rows={2}
            value={textOf(element, 'text') ?? ''}
            onTyped={(text) => setProperties(modeler, shape, { text })}
          />
        ) : (
          <TypedField
            label={isProcess ? '流程名称' : type === 'bpmn:SequenceFlow' ? '连线名称' : '节点名称'}
            max={50}
            value={name}
            onTyped={(typed) => setProperties(modeler, shape, { name: typed.trim() || undefined })}
          />
        )}
        <FieldsOf modeler={modeler} shape={shape} />
      </fieldset>
    </section>
  )
}

function FieldsOf({ modeler, shape }: FieldsProps) {
  switch (shape.type) {
    case 'bpmn:UserTask':
      return <StepFields modeler={modeler} shape={shape} />
    case 'bpmn:SendTask':
      return <CopyFields modeler={modeler} shape={shape} />
    case 'bpmn:ServiceTask':
      return <ServiceFields modeler={modeler} shape={shape} />
    case 'bpmn:CallActivity':
      return <CallFields modeler={modeler} shape={shape} />
    case 'bpmn:SequenceFlow':
      return <FlowFields modeler={modeler} shape={shape} />
    case 'bpmn:ExclusiveGateway':
    case 'bpmn:InclusiveGateway':
    case 'bpmn:ParallelGateway':
      return <GatewayFields modeler={modeler} shape={shape} />
    case 'bpmn:BoundaryEvent':
    case 'bpmn:IntermediateCatchEvent':
      return <TimerFields modeler={modeler} shape={shape} />
    case 'bpmn:EndEvent':
      return <EndFields modeler={modeler} shape={shape} />
    default:
      return null
  }
}

function ServiceFields({ modeler, shape }: FieldsProps) {
  const { data } = useCall(workflowCalls.designChoices, {})
  const value = textOf(shape.businessObject, 'wf:handler')
  const known = data?.services ?? []
  const options = [...new Set([...known, ...(value ? [value] : [])])].map((each) => ({
    value: each,
    label: each,
  }))
  return (
    <Field label="执行的服务" hint="流程走到这里时由系统执行">
      {(control) => (
        <Select
          {...control}
          placeholder="请选择"
          notFoundContent="没有可执行的服务"
          options={options}
          value={value}
          onChange={(handler) => setProperties(modeler, shape, { 'wf:handler': handler })}
        />
      )}
    </Field>
  )
}

function CallFields({ modeler, shape }: FieldsProps) {
  const { data } = useCall(workflowCalls.designChoices, {})
  return (
    <Field label="调用的流程" hint="它结束之后，本流程继续">
      {(control) => (
        <Select
          {...control}
          placeholder="请选择"
          options={data?.processes.map(({ key, name }) => ({ value: key, label: name }))}
          value={textOf(shape.businessObject, 'calledElement')}
          onChange={(calledElement) => setProperties(modeler, shape, { calledElement })}
        />
      )}
    </Field>
  )
}

const GATEWAYS = [kinds.exclusive, kinds.parallel, kinds.inclusive].map(({ type, title }) => ({
  value: type,
  label: title,
}))

function GatewayFields({ modeler, shape }: FieldsProps) {
  const { businessObject: element, outgoing, type } = shape
  const chooses = type !== 'bpmn:ParallelGateway' && outgoing.length > 1
  const otherwise = element.get('default') as { id: string } | undefined
  const nameOf = (flow: Shape) =>
    textOf(flow.businessObject, 'name') ??
    `到“${(flow.target && textOf(flow.target.businessObject, 'name')) ?? flow.target?.id ?? ''}”`
  return (
    <>
      <Field label="网关类型">
        {(control) => (
          <Select
            {...control}
            options={GATEWAYS}
            value={type}
            onChange={(chosen) => {
              const replaced = modeler.get('bpmnReplace').replaceElement(shape, { type: chosen })
              modeler.get('selection').select(replaced)
            }}
          />
        )}
      </Field>
      {chooses && (
        <Field label="默认分支" hint="其他分支的条件都不满足时走这里">
          {(control) => (
            <Select
              {...control}
              placeholder="请选择"
              options={outgoing.map((flow) => ({ value: flow.id, label: nameOf(flow) }))}
              value={otherwise?.id}
              onChange={(id) =>
                setProperties(modeler, shape, {
                  default: outgoing.find((flow) => flow.id === id)?.businessObject,
                })
              }
            />
          )}
        </Field>
      )}
    </>
  )
}

function TimerFields({ modeler, shape }: FieldsProps) {
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

function EndFields({ modeler, shape }: FieldsProps) {
  const event = eventOf(shape.businessObject)
  return (
    <>
      <Field label="结论" hint="列表和详情显示为“已结束”或“已驳回”">
        {(control) => (
          <Select
            {...control}
            options={ENDINGS}
            value={textOf(shape.businessObject, 'wf:outcome') ?? ''}
            onChange={(outcome) => setProperties(modeler, shape, { 'wf:outcome': outcome || undefined })}
          />
        )}
      </Field>
      <Checkbox
        checked={event?.$type === 'bpmn:TerminateEventDefinition'}
        onChange={({ target }) => {
          const replaced = modeler.get('bpmnReplace').replaceElement(shape, {
            type: 'bpmn:EndEvent',
            ...(target.checked && { eventDefinitionType: 'bpmn:TerminateEventDefinition' }),
          })
          modeler.get('selection').select(replaced)
        }}
      >
        同时结束其他还在办理的分支
      </Checkbox>
    </>
  )
}
