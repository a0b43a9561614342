import { CopyFields } from './CopyFields.tsx'
import { CallFields, EndFields, GatewayFields, ServiceFields, TimerFields } from './ElementFields.tsx'
import { titleOf } from './elements.ts'
import { FlowFields } from './FlowFields.tsx'
import type { FieldsProps, Modeler, Shape } from './services.ts'
import { StepFields } from './StepFields.tsx'
import { TypedField } from './TypedField.tsx'
import { setProperties, textOf } from './write.ts'
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
