import type { FormField } from './fields.ts'

/** Processes for the gallery and for tests. They are not drawn: the list draws what it writes. */
const fileOf = (elements: string, more = '') =>
  `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:wf="http://heliodesk/workflow" id="definitions" targetNamespace="http://heliodesk/workflow"><bpmn:process id="purchase" name="采购申请" isExecutable="true">${more}<bpmn:startEvent id="start" name="提交"/><bpmn:endEvent id="end" name="结束"/>${elements}</bpmn:process></bpmn:definitions>`

const flow = (id: string, from: string, to: string, name = '', condition = '') =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}" name="${name}">${
    condition &&
    `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${condition}</bpmn:conditionExpression>`
  }</bpmn:sequenceFlow>`

/** The fields of a form. */
export const formFields: FormField[] = [
  { name: 'subject', title: '采购内容', kind: 'text' },
  { name: 'amount', title: '金额（元）', kind: 'number' },
  { name: 'kind', title: '请假类型', kind: 'choice', choices: { annual: '年假', sick: '病假' } },
]

export const empty = fileOf(flow('f1', 'start', 'end'))

export const purchase = fileOf(
  [
    '<bpmn:userTask id="review" name="部门负责人审批" wf:candidateHeads="starter" wf:workingDays="1"/>',
    '<bpmn:exclusiveGateway id="reviewed" name="审批结果" default="f4"/>',
    '<bpmn:exclusiveGateway id="large" name="金额" default="f7"/>',
    '<bpmn:userTask id="store" name="办理入库" wf:candidateRoles="r10020" wf:due="P2D"/>',
    '<bpmn:userTask id="sign" name="会签"><bpmn:multiInstanceLoopCharacteristics wf:collection="[&quot;1&quot;, starter, &quot;2&quot;]"><bpmn:completionCondition xsi:type="bpmn:tFormalExpression">nrApproved &gt;= 2 or nrRejected &gt; nrOfInstances - 2</bpmn:completionCondition></bpmn:multiInstanceLoopCharacteristics></bpmn:userTask>',
    '<bpmn:exclusiveGateway id="signed" name="审批结果" default="f11"/>',
    '<bpmn:intermediateCatchEvent id="cool" name="公示"><bpmn:timerEventDefinition><bpmn:timeDuration xsi:type="bpmn:tFormalExpression">PT24H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>',
    '<bpmn:sendTask id="tell" name="抄送财务" wf:candidateHeads="starter" wf:candidateRoles="r10010"/>',
    '<bpmn:userTask id="amend" name="申请人修改" wf:assignee="starter"/>',
    flow('f1', 'start', 'review'),
    flow('f2', 'review', 'reviewed'),
    flow('f3', 'reviewed', 'large', '同意', 'review.outcome = &quot;approve&quot;'),
    flow('f4', 'reviewed', 'amend', '不同意'),
    flow('f5', 'large', 'store', '小额', 'amount &lt;= 5000'),
    flow('f6', 'large', 'cool', '常规', 'amount &gt; 5000 and amount &lt;= 50000'),
    flow('f7', 'large', 'sign', '其余情况'),
    flow('f8', 'store', 'tell'),
    flow('f14', 'tell', 'end'),
    flow('f9', 'sign', 'signed'),
    flow('f10', 'signed', 'end', '同意', 'sign.nrApproved &gt;= 2'),
    flow('f11', 'signed', 'amend', '不同意'),
    flow('f12', 'amend', 'review'),
    flow('f13', 'cool', 'end'),
  ].join(''),
)

export const locked = fileOf(
  [
    '<bpmn:userTask id="review" name="部门负责人审批" wf:candidateHeads="starter"/>',
    '<bpmn:parallelGateway id="fork" name="同时进行"/><bpmn:parallelGateway id="join"/>',
    '<bpmn:userTask id="one" name="财务审核" wf:candidateRoles="r10010"/>',
    '<bpmn:userTask id="other" name="物资审核" wf:candidateRoles="r10020"/>',
    flow('f1', 'start', 'review'),
    flow('f2', 'review', 'fork'),
    flow('f3', 'fork', 'one'),
    flow('f4', 'fork', 'other'),
    flow('f5', 'one', 'join'),
    flow('f6', 'other', 'join'),
    flow('f7', 'join', 'end'),
  ].join(''),
)

export const withLanes = fileOf(
  flow('f1', 'start', 'end'),
  '<bpmn:laneSet id="lanes"><bpmn:lane id="lane" name="电站"/></bpmn:laneSet>',
)
