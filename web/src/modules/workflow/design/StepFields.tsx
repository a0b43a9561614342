import { operationsOf } from '@heliodesk/contract/process-file.ts'
import { Segments } from '../../../kit/Segments.tsx'
import { OperationsField } from '../OperationsField.tsx'
import { actorsOf, attributesOf, isPerson, type Actor } from './actors.ts'
import { ActorsField } from './ActorsField.tsx'
import { conditionOf, passingOf, type Passing } from './countersign.ts'
import { CountersignFields } from './CountersignFields.tsx'
import { delayOf, writtenDelay } from './delay.ts'
import { DelayFields } from './DelayFields.tsx'
import type { FieldsProps } from './services.ts'
import { TypedField } from './TypedField.tsx'
import { expressionFor, partOf, setOfPart, setProperties, textOf } from './write.ts'

/** Who works at a step, how several decide it, how long it may take, and the state that it gives the business row. */
export function StepFields({ modeler, shape }: FieldsProps) {
  const step = shape.businessObject
  const loop = partOf(step, 'loopCharacteristics')
  const of = (name: string) => textOf(step, `wf:${name}`)
  const actors = actorsOf({
    assignee: loop ? undefined : of('assignee'),
    candidateUsers: of('candidateUsers'),
    candidateRoles: of('candidateRoles'),
    candidateHeads: of('candidateHeads'),
    collection: textOf(loop, 'wf:collection'),
  })

  const setActors = (next: readonly Actor[]) => {
    const { collection, ...attributes } = attributesOf(next, loop !== undefined)
    if (loop) setOfPart(modeler, shape, loop, { 'wf:collection': collection })
    setProperties(modeler, shape, prefixed(attributes))
  }
  const setCountersigned = (wanted: boolean) => {
    const { collection, ...attributes } = attributesOf(actors, wanted)
    setProperties(modeler, shape, {
      ...prefixed(attributes),
      loopCharacteristics: wanted
        ? modeler.get('bpmnFactory').create('bpmn:MultiInstanceLoopCharacteristics', {
            isSequential: false,
            'wf:collection': collection,
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

  const isList = actors.every(isPerson)
  return (
    <>
      <ActorsField actors={actors} onlyPeople={loop !== undefined} onChange={setActors} />
      <div className="field">
        <span>办理方式</span>
        <Segments
          label="办理方式"
          choices={{ one: '一人办理', all: '会签' }}
          value={loop ? 'all' : 'one'}
          onChange={(choice) => {
            if ((choice === 'all') !== (loop !== undefined) && (isList || loop))
              setCountersigned(choice === 'all')
          }}
        />
        <div className="note">
          {isList
            ? loop
              ? '名单上每人各办一次'
              : '任一人领取或办理即可'
            : '角色和部门负责人不能会签；会签请逐一列出人员，或用业务字段'}
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

const prefixed = (attributes: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`wf:${name}`, value]))
