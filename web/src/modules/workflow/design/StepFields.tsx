import { operationsOf } from '@heliodesk/contract/process-file.ts'
import { Segments } from '../../../kit/Segments.tsx'
import { OperationsField } from '../OperationsField.tsx'
import { actorsOf, attributesOf, type Actor } from './actors.ts'
import { ActorsField } from './ActorsField.tsx'
import { conditionOf, passingOf, type Passing } from './countersign.ts'
import { CountersignFields } from './CountersignFields.tsx'
import { delayOf, writtenDelay } from './delay.ts'
import { DelayFields } from './DelayFields.tsx'
import type { FieldsProps } from './services.ts'
import { staffingIn, writtenStaffing } from './staffing.ts'
import { TypedField } from './TypedField.tsx'
import { expressionFor, partOf, setOfPart, setProperties, textOf } from './write.ts'

/** Who works at a step, how several decide it, how long it may take, and the state that it gives the business row. */
export function StepFields({ modeler, shape }: FieldsProps) {
  const step = shape.businessObject
  const loop = partOf(step, 'loopCharacteristics')
  const of = (name: string) => textOf(step, `wf:${name}`)
  const { assignee, ...others } = staffingIn(step)
  const actors = actorsOf({
    ...others,
    assignee: loop ? undefined : assignee,
    collection: textOf(loop, 'wf:collection'),
  })

  const setActors = (next: readonly Actor[]) => {
    const staffing = attributesOf(next, loop !== undefined)
    if (loop) setOfPart(modeler, shape, loop, { 'wf:collection': staffing.collection })
    setProperties(modeler, shape, writtenStaffing(staffing))
  }
  const setCountersigned = (wanted: boolean) => {
    const staffing = attributesOf(actors, wanted)
    setProperties(modeler, shape, {
      ...writtenStaffing(staffing),
      loopCharacteristics: wanted
        ? modeler.get('bpmnFactory').create('bpmn:MultiInstanceLoopCharacteristics', {
            isSequential: false,
            'wf:collection': staffing.collection,
            completionCondition: expressionFor(modeler, conditionOf({ kind: 'all', early: true })),
          })
        : undefined,
    })
  }
  const setPassing = (passing: Passing) =>
    loop &&
    setOfPart(modeler, shape, loop, {
      completionCondition: expressionFor(modeler, conditionOf(passing)),
    })

  return (
    <>
      <ActorsField label="办理人" missing="还没有人可以办理" actors={actors} onChange={setActors} />
      <div className="field">
        <span>办理方式</span>
        <Segments
          label="办理方式"
          choices={{ one: '一人办理', all: '会签' }}
          value={loop ? 'all' : 'one'}
          onChange={(choice) => {
            if ((choice === 'all') !== (loop !== undefined)) setCountersigned(choice === 'all')
          }}
        />
        <div className="note">
          {loop ? '每人各办一次；角色和部门负责人中的每个人都要办' : '任一人领取或办理即可'}
        </div>
      </div>
      {loop && (
        <CountersignFields
          people={actors.every(({ kind }) => kind === 'person') ? actors.length : null}
          passing={passingOf(textOf(loop, 'completionCondition'))}
          inOrder={loop.get('isSequential') === true}
          onPassing={setPassing}
          onOrder={(isSequential) => setOfPart(modeler, shape, loop, { isSequential })}
        />
      )}
      <DelayFields
        label="时限"
        hint="不填则不限"
        value={delayOf(of('due'), of('workingDays'))}
        onChange={(delay) => {
          const { duration, workingDays } = writtenDelay(delay)
          setProperties(modeler, shape, { 'wf:due': duration, 'wf:workingDays': workingDays })
        }}
      />
      <OperationsField
        denied={operationsOf(of('denied')) ?? []}
        onChange={(denied) => setProperties(modeler, shape, { 'wf:denied': denied.join(',') || undefined })}
      />
      <TypedField
        label="业务状态"
        placeholder="不改变"
        hint="停在这个环节时，工单等业务记录的状态值"
        max={50}
        value={of('businessState') ?? ''}
        onTyped={(text) => setProperties(modeler, shape, { 'wf:businessState': text.trim() || undefined })}
      />
    </>
  )
}
