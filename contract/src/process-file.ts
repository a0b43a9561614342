const text = (...names: string[]) => names.map((name) => ({ name, isAttr: true, type: 'String' }))

/** The attributes of the namespace `wf` in process files, as `bpmn-moddle` describes them: server and designer read and write the same. */
export const processAttributes = {
  name: 'wf',
  uri: 'http://heliodesk/workflow',
  prefix: 'wf',
  types: [
    {
      name: 'Step',
      extends: ['bpmn:UserTask'],
      properties: text(
        'assignee',
        'candidateUsers',
        'candidateRoles',
        'candidateRights',
        'candidateHeads',
        'due',
        'workingDays',
        'businessState',
      ),
    },
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
