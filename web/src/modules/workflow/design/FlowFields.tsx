import { Checkbox } from 'antd'
import { Button } from '../../../kit/Button.tsx'
import { passedCondition, passingOf } from './countersign.ts'
import { ExpressionTester } from './ExpressionTester.tsx'
import type { FieldsProps, Shape } from './services.ts'
import { TypedField } from './TypedField.tsx'
import { expressionFor, partOf, setProperties, textOf } from './write.ts'
import css from './design.module.css'

const CHOOSING = new Set(['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway'])

/** When a flow is taken: always, by a condition in FEEL, or when no other is. */
export function FlowFields({ modeler, shape }: FieldsProps) {
  const { source, businessObject: flow } = shape
  if (!source || !CHOOSING.has(source.type))
    return <p className="t3 s12">条件只在排他网关、包容网关之后的连线上起作用。</p>
  const condition = textOf(flow, 'conditionExpression') ?? ''
  const isDefault = partOf(source.businessObject, 'default')?.id === flow.id
  const setCondition = (text: string | undefined) =>
    setProperties(modeler, shape, { conditionExpression: expressionFor(modeler, text) })
  return (
    <>
      <Checkbox
        checked={isDefault}
        onChange={({ target }) => {
          if (target.checked && condition) setCondition(undefined)
          setProperties(modeler, source, { default: target.checked ? flow : undefined })
        }}
      >
        默认分支（其他条件都不满足时）
      </Checkbox>
      {!isDefault && (
        <>
          <TypedField
            label="条件（FEEL）"
            rows={2}
            max={1000}
            placeholder="如 days > 3"
            value={condition}
            onTyped={setCondition}
          />
          <div className={css.chips}>
            {suggestions(source).map(({ title, feel }) => (
              <Button key={feel} size="sm" onClick={() => setCondition(feel)}>
                {title}
              </Button>
            ))}
          </div>
          {condition && <ExpressionTester key={condition} expression={condition} />}
        </>
      )}
    </>
  )
}

/** Conditions about the steps right before the gateway. */
function suggestions(gateway: Shape): { title: string; feel: string }[] {
  const steps = gateway.incoming.flatMap(({ source }) => (source?.type === 'bpmn:UserTask' ? [source] : []))
  return steps.flatMap(({ id, businessObject }) => {
    const name = textOf(businessObject, 'name') ?? id
    const loop = partOf(businessObject, 'loopCharacteristics')
    if (loop) {
      const passing = passingOf(textOf(loop, 'completionCondition'))
      return [{ title: `${name}通过`, feel: passedCondition(id, passing) }]
    }
    return [
      { title: `${name}同意`, feel: `${id}.outcome = "approve"` },
      { title: `${name}不同意`, feel: `${id}.outcome = "reject"` },
    ]
  })
}
