type Property = {
  name: string
  type?: string
  isMany?: boolean
  isAttr?: boolean
  default?: string | number | boolean
  xml?: object
}
type Type = { name: string; superClass?: string[]; properties?: Property[] }
type Parser = { getPackage(prefix: string): { types: Type[] } }

const corrected = new WeakSet<Type[]>()

/**
 * Corrects the description of BPMN 2.0 that `bpmn-moddle` 10.3.1 reads and writes files by, where it differs from the
 * standard's schemas (Semantic.xsd, BPMNDI.xsd): what it does not know is lost or gets another element's name. To be
 * called before the first parser is made; every parser of the program has the same description.
 */
export function correctLanguage(Moddle: new () => Parser): void {
  const moddle = new Moddle()
  const { types } = moddle.getPackage('bpmn')
  if (corrected.has(types)) return
  corrected.add(types)

  const typeOf = (name: string, language = 'bpmn') =>
    found(moddle.getPackage(language).types.find((type) => type.name === name))
  const property = (type: Type, name: string) =>
    found(type.properties?.find((each) => each.name.replace(/^\w+:/, '') === name))
  const add = (type: string, added: Property) => found(typeOf(type).properties).push(added)

  // Not the same as its absence.
  delete property(typeOf('BPMNEdge', 'bpmndi'), 'messageVisibleKind').default
  property(typeOf('Collaboration'), 'conversationAssociations').isMany = true
  // Elements that keep their own name, whatever the type of their content.
  for (const [type, name] of [
    ['CorrelationPropertyRetrievalExpression', 'messagePath'],
    ['CorrelationPropertyBinding', 'dataPath'],
    ['ComplexBehaviorDefinition', 'condition'],
    ['ComplexBehaviorDefinition', 'event'],
    ['Lane', 'partitionElement'],
  ] as const)
    property(typeOf(type), name).xml = { serialize: 'property' }
  // Beside `expression`, which stays for <expression xsi:type="tFormalExpression">.
  for (const type of ['ResourceAssignmentExpression', 'ResourceParameterBinding'])
    add(type, { name: 'formalExpression', type: 'FormalExpression' })
  // Named in the plural.
  property(typeOf('Participant'), 'endPointRefs').name = 'endPointRef'
  property(typeOf('ConversationNode'), 'messageFlowRefs').name = 'messageFlowRef'
  // Elements, not attributes.
  for (const name of ['innerParticipantRef', 'outerParticipantRef'])
    delete property(typeOf('ParticipantAssociation'), name).isAttr
  delete property(typeOf('GlobalScriptTask'), 'script').isAttr
  typeOf('InputOutputBinding').superClass = ['BaseElement']
  add('Extension', { name: 'documentation', type: 'Documentation', isMany: true })
}

function found<T>(part: T | undefined): T {
  if (part === undefined)
    throw new Error('bpmn-moddle has another description than the one that is corrected')
  return part
}
