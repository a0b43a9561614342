import { BpmnModdle } from 'bpmn-moddle'
import { describe, expect, it } from 'vitest'
import { expectWithoutLoss, refusalsOf } from './interchange.fixture.ts'
import { fileOf } from './process.fixture.ts'

// Files of other tools hold every element of BPMN 2.0, as the reference models of the BPMN Model Interchange Working
// Group do, which the trial `models` of the soak reads. The parser's own list of the language says which there are.

const moddle = new BpmnModdle()
const { types } = moddle.getPackage('bpmn')
const typeOf = (name: string) => types.find((type) => type.name === name)

function isA(name: string, above: string): boolean {
  const supers = typeOf(name)?.superClass ?? []
  return supers.some((each) => each === above || isA(each, above))
}

/** The kinds of element below another that a file can hold. */
const below = (above: string) =>
  types.filter(({ name, isAbstract }) => !isAbstract && isA(name, above)).map(({ name }) => name)

const tagOf = (type: string) => `bpmn:${type[0]!.toLowerCase()}${type.slice(1)}`
const flow = (id: string, from: string, to: string) =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}" />`
const START = '<bpmn:startEvent id="start" />'
const END = '<bpmn:endEvent id="end" />'

/** start → element → end. */
const between = (element: string) =>
  fileOf(`${START}${element}${END}${flow('f1', 'start', 'it')}${flow('f2', 'it', 'end')}`)

const RUN = new Set(['ExclusiveGateway', 'InclusiveGateway', 'ParallelGateway'])

const nodes = below('FlowNode').filter((type) => !isA(type, 'Event'))
const events = below('Event').filter((type) => type !== 'BoundaryEvent' && type !== 'StartEvent')
const definitions = below('EventDefinition')

describe('a file with', () => {
  it('knows the whole language', () => {
    expect(nodes.length).toBeGreaterThanOrEqual(20)
    expect(definitions.length).toBeGreaterThan(8)
    expect(events).toContain('IntermediateThrowEvent')
  })

  it.each(nodes)('%s is read without loss, and runs or is refused by name', async (type) => {
    const xml = between(`<${tagOf(type)} id="it" name="它" />`)
    await expectWithoutLoss(xml)
    const refusals = await refusalsOf(xml)
    if (RUN.has(type)) expect(refusals).toBeNull()
    else expect(refusals?.map(({ element }) => element)).toContain('it')
  })

  it.each(events.flatMap((event) => definitions.map((definition) => [event, definition] as const)))(
    '%s of %s is read without loss, and runs or is refused by name',
    async (event, definition) => {
      const element = `<${tagOf(event)} id="it"><${tagOf(definition)} id="why" /></${tagOf(event)}>`
      const xml =
        isA(event, 'ThrowEvent') && event === 'EndEvent'
          ? fileOf(`${START}${element}${flow('f1', 'start', 'it')}`)
          : between(element)
      await expectWithoutLoss(xml)
      const refusals = await refusalsOf(xml)
      if (event === 'EndEvent' && definition === 'TerminateEventDefinition') expect(refusals).toBeNull()
      else expect(refusals?.map((each) => each.element)).toContain('it')
    },
  )

  it.each(definitions)(
    'a border event of %s is read without loss and refused by name',
    async (definition) => {
      const xml = fileOf(
        `${START}<bpmn:userTask id="work" /><bpmn:boundaryEvent id="it" attachedToRef="work"><${tagOf(definition)} id="why" /></bpmn:boundaryEvent>${END}${flow(
          'f1',
          'start',
          'work',
        )}${flow('f2', 'work', 'end')}${flow('f3', 'it', 'end')}`,
      )
      await expectWithoutLoss(xml)
      // A timer without a time is none either.
      expect((await refusalsOf(xml))?.map(({ element }) => element)).toContain('it')
    },
  )

  it.each(definitions)('a start by %s is read without loss and refused by name', async (definition) => {
    const xml = fileOf(
      `<bpmn:startEvent id="it"><${tagOf(definition)} id="why" /></bpmn:startEvent>${END}${flow('f1', 'it', 'end')}`,
    )
    await expectWithoutLoss(xml)
    expect((await refusalsOf(xml))?.map(({ element }) => element)).toContain('it')
  })

  it.each(below('FlowElement').filter((type) => !isA(type, 'FlowNode') && type !== 'SequenceFlow'))(
    '%s is read without loss and refused by name',
    async (type) => {
      const xml = fileOf(`${START}${END}${flow('f1', 'start', 'end')}<${tagOf(type)} id="it" />`)
      await expectWithoutLoss(xml)
      expect((await refusalsOf(xml))?.map(({ element }) => element)).toContain('it')
    },
  )

  it('pools, lanes, messages and remarks beside a process that runs keeps them', async () => {
    const process = `<bpmn:laneSet id="lanes"><bpmn:lane id="lane1" name="申请人"><bpmn:flowNodeRef>start</bpmn:flowNodeRef></bpmn:lane>
      <bpmn:lane id="lane2" name="负责人"><bpmn:flowNodeRef>work</bpmn:flowNodeRef></bpmn:lane></bpmn:laneSet>
      ${START}<bpmn:userTask id="work" name="审批" wf:assignee="starter" />${END}
      ${flow('f1', 'start', 'work')}${flow('f2', 'work', 'end')}
      <bpmn:textAnnotation id="remark"><bpmn:text>须附附件</bpmn:text></bpmn:textAnnotation>
      <bpmn:association id="about" sourceRef="work" targetRef="remark" /><bpmn:group id="group" />`
    const pools = `<bpmn:collaboration id="pools"><bpmn:participant id="own" name="公司" processRef="random" />
      <bpmn:participant id="supplier" name="供应商" /><bpmn:messageFlow id="asks" sourceRef="work" targetRef="supplier" /></bpmn:collaboration>`
    const xml = fileOf(process).replace('<bpmn:process', `${pools}<bpmn:process`)
    await expectWithoutLoss(xml)
    expect(await refusalsOf(xml)).toBeNull()
  })

  it('what the parser describes otherwise than the standard is kept under its name', async () => {
    const collaboration = `<bpmn:collaboration id="talks">
      <bpmn:participant id="one"><bpmn:endPointRef>end1</bpmn:endPointRef></bpmn:participant><bpmn:participant id="two" />
      <bpmn:messageFlow id="asks" sourceRef="one" targetRef="two" />
      <bpmn:conversation id="talk1"><bpmn:messageFlowRef>asks</bpmn:messageFlowRef></bpmn:conversation>
      <bpmn:callConversation id="talk2"><bpmn:participantAssociation id="same">
        <bpmn:innerParticipantRef>one</bpmn:innerParticipantRef><bpmn:outerParticipantRef>two</bpmn:outerParticipantRef>
      </bpmn:participantAssociation></bpmn:callConversation>
      <bpmn:conversationAssociation id="as1" innerConversationNodeRef="talk1" outerConversationNodeRef="talk2" />
      <bpmn:conversationAssociation id="as2" innerConversationNodeRef="talk2" outerConversationNodeRef="talk1" />
    </bpmn:collaboration>`
    const roots = `<bpmn:endPoint id="end1" /><bpmn:message id="letter" />
      <bpmn:globalScriptTask id="script" scriptLanguage="text/x"><bpmn:script>a + b</bpmn:script></bpmn:globalScriptTask>
      <bpmn:correlationProperty id="number"><bpmn:correlationPropertyRetrievalExpression id="where" messageRef="letter">
        <bpmn:messagePath>number</bpmn:messagePath></bpmn:correlationPropertyRetrievalExpression></bpmn:correlationProperty>
      ${collaboration}`
    const process = `<bpmn:laneSet id="lanes"><bpmn:lane id="lane"><bpmn:partitionElement id="part" /></bpmn:lane></bpmn:laneSet>
      ${START}<bpmn:userTask id="work"><bpmn:performer id="who"><bpmn:resourceAssignmentExpression id="by">
        <bpmn:formalExpression>manager</bpmn:formalExpression></bpmn:resourceAssignmentExpression></bpmn:performer></bpmn:userTask>
      ${END}${flow('f1', 'start', 'work')}${flow('f2', 'work', 'end')}
      <bpmn:correlationSubscription id="waits"><bpmn:correlationPropertyBinding id="binds" correlationPropertyRef="number">
        <bpmn:dataPath>number</bpmn:dataPath></bpmn:correlationPropertyBinding></bpmn:correlationSubscription>`
    const xml = fileOf(process).replace('<bpmn:process', `${roots}<bpmn:process`)
    await expectWithoutLoss(xml)
    const diagram = `<bpmndi:BPMNDiagram xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"
      xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" id="drawn">
      <bpmndi:BPMNPlane id="plane" bpmnElement="talks"><bpmndi:BPMNEdge id="edge" bpmnElement="asks"
        messageVisibleKind="initiating"><di:waypoint x="1" y="2" /><di:waypoint x="3" y="4" /></bpmndi:BPMNEdge></bpmndi:BPMNPlane>
      </bpmndi:BPMNDiagram>`
    await expectWithoutLoss(xml.replace('</bpmn:definitions>', `${diagram}</bpmn:definitions>`))
  })

  it('processes that are only drawn names all of them, and what they hold', async () => {
    const drawn = (id: string) =>
      `<bpmn:process id="${id}" isExecutable="false"><bpmn:startEvent id="${id}_start" /><bpmn:task id="${id}_work" />${flow(`${id}_f`, `${id}_start`, `${id}_work`)}</bpmn:process>`
    const xml = fileOf('').replace(/<bpmn:process.*<\/bpmn:process>/, drawn('a') + drawn('b'))
    await expectWithoutLoss(xml)
    expect((await refusalsOf(xml))?.map(({ element }) => element)).toEqual(['a', 'a_work', 'b', 'b_work'])
  })
})
