/** What a step may forbid; a file lists what it forbids (`wf:denied`), and everything else is allowed. */
export const stepOperations = {
  giveBack: '退回',
  transfer: '转办',
  addSigner: '加签',
  delegate: '委托',
  withdraw: '撤回',
  void: '作废',
} as const
export type StepOperation = keyof typeof stepOperations

export const allOperations = Object.keys(stepOperations) as StepOperation[]

/** The codes of a list as it stands in a file, in the order of the operations; null if one of them is unknown. */
export function operationsOf(text = ''): StepOperation[] | null {
  const codes = text.split(',').flatMap((code) => code.trim() || [])
  const known = allOperations.filter((operation) => codes.includes(operation))
  return codes.every((code) => known.some((operation) => operation === code)) ? known : null
}

const DECLARED = /^(\uFEFF?<\?xml[^>]*?\sencoding=)(["'])([\w.:-]+)\2/

/** The encoding that the first line of a file names. */
export const encodingOf = (xml: string): string => DECLARED.exec(xml)?.[3] ?? 'UTF-8'

/** A text that was decoded says so, whatever its bytes were. */
export const decoded = (xml: string): string => xml.replace(DECLARED, '$1$2UTF-8$2')

const text = (...names: string[]) => names.map((name) => ({ name, isAttr: true, type: 'String' }))

/** Whom a step names: who does it, or gets a copy. */
const people = ['assignee', 'candidateUsers', 'candidateRoles', 'candidateRights', 'candidateHeads']

/** The attributes of the namespace `wf` in process files, as `bpmn-moddle` describes them: server and designer read and write the same. */
export const processAttributes = {
  name: 'wf',
  uri: 'http://heliodesk/workflow',
  prefix: 'wf',
  // The parser takes the case of a tag from the last description of its type. Without this, tags would be written with a
  // capital, which other tools do not read.
  xml: { tagAlias: 'lowerCase' },
  types: [
    {
      name: 'Step',
      extends: ['bpmn:UserTask'],
      properties: text(...people, 'due', 'workingDays', 'businessState', 'denied'),
    },
    { name: 'Copy', extends: ['bpmn:SendTask'], properties: text(...people) },
    { name: 'Ending', extends: ['bpmn:EndEvent'], properties: text('outcome') },
    { name: 'Service', extends: ['bpmn:ServiceTask'], properties: text('handler', 'async') },
    {
      name: 'Countersign',
      extends: ['bpmn:MultiInstanceLoopCharacteristics'],
      properties: text('collection', 'elementVariable'),
    },
    { name: 'WorkingTimer', extends: ['bpmn:TimerEventDefinition'], properties: text('workingDays') },
  ],
}
