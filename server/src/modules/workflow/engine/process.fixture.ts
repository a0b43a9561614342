import fc from 'fast-check'

/** A part of a random process, entered and left by one flow. */
export type Block =
  | { kind: 'task'; due: boolean; offered: boolean; timer: Timer }
  | { kind: 'countersign'; inOrder: boolean; early: boolean }
  | { kind: 'service' | 'copy' }
  | { kind: 'wait' }
  | { kind: 'row'; parts: Block[] }
  | { kind: 'exclusive' | 'inclusive' | 'parallel'; parts: Block[] }
  /** Goes back when the variable `again` holds. */
  | { kind: 'loop'; part: Block }
  | { kind: 'inside'; part: Block; timer: Timer }
  /** Branches that begin at a step without a gateway. */
  | { kind: 'forks'; parts: Block[]; timer: boolean }
  /** Branches inside a subprocess, each with an end of its own. */
  | { kind: 'spread'; parts: Block[] }
  /** Ends the process, or the subprocess around it, when the variable `stop` holds. */
  | { kind: 'stop' }
  | { kind: 'call' }

type Timer = 'none' | 'beside' | 'instead'

/** The process that the call activities of random processes call; its only step is "inner". */
export const CALLED = 'random_called'

const timers = fc.constantFrom<Timer[]>('none', 'beside', 'instead')

const several = (part: fc.Arbitrary<Block>) => fc.array(part, { minLength: 2, maxLength: 3 })

export const blocks: fc.Arbitrary<Block> = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.record({
      kind: fc.constant('task' as const),
      due: fc.boolean(),
      offered: fc.boolean(),
      timer: timers,
    }),
    fc.record({ kind: fc.constant('countersign' as const), inOrder: fc.boolean(), early: fc.boolean() }),
    fc.constantFrom({ kind: 'service' as const }, { kind: 'copy' as const }),
    fc.constantFrom({ kind: 'wait' as const }, { kind: 'stop' as const }, { kind: 'call' as const }),
    fc.record({ kind: fc.constant('row' as const), parts: several(tie('block')) }),
    fc.record({
      kind: fc.constantFrom('exclusive' as const, 'inclusive' as const, 'parallel' as const),
      parts: several(tie('block')),
    }),
    fc.record({ kind: fc.constant('loop' as const), part: tie('block') }),
    fc.record({ kind: fc.constant('inside' as const), part: tie('block'), timer: timers }),
    fc.record({ kind: fc.constant('forks' as const), parts: several(tie('block')), timer: fc.boolean() }),
    fc.record({ kind: fc.constant('spread' as const), parts: several(tie('block')) }),
  ),
})).block

const HEAD = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:wf="http://heliodesk/workflow" id="definitions">`

/** The definitions around the elements of one process. */
export const fileOf = (elements: string, key = 'random') =>
  `${HEAD}<bpmn:process id="${key}" name="流程" isExecutable="true">${elements}</bpmn:process></bpmn:definitions>`

const FORMAL = 'xsi:type="bpmn:tFormalExpression"'
const timer = (duration: string) =>
  `<bpmn:timerEventDefinition><bpmn:timeDuration ${FORMAL}>${duration}</bpmn:timeDuration></bpmn:timerEventDefinition>`

/** The process of a random block between a first step and the end. */
export function xmlOf(block: Block, key?: string): string {
  let last = 0
  const id = (kind: string) => `${kind}_${(last += 1)}`
  const flow = (from: string, to: string, condition?: string, flowId = id('flow')) =>
    `<bpmn:sequenceFlow id="${flowId}" sourceRef="${from}" targetRef="${to}">${
      condition ? `<bpmn:conditionExpression ${FORMAL}>${condition}</bpmn:conditionExpression>` : ''
    }</bpmn:sequenceFlow>`

  /** Elements, and the ids by which they are entered and left. */
  type Part = { xml: string; first: string; last: string }
  const single = (nodeId: string, xml: string): Part => ({ xml, first: nodeId, last: nodeId })
  const row = (parts: Part[]): Part => ({
    xml: parts
      .map(({ xml, last: end }, at) => xml + (parts[at + 1] ? flow(end, parts[at + 1]!.first) : ''))
      .join(''),
    first: parts[0]!.first,
    last: parts.at(-1)!.last,
  })
  const step = (more = '', inside = '') => {
    const nodeId = id('step')
    return single(nodeId, `<bpmn:userTask id="${nodeId}" name="办理" ${more}>${inside}</bpmn:userTask>`)
  }

  function partOf(each: Block): Part {
    switch (each.kind) {
      case 'task':
        return taskOf(each)
      case 'countersign': {
        const early = each.early
          ? `<bpmn:completionCondition ${FORMAL}>nrApproved &gt;= 2 or nrRejected &gt;= 1</bpmn:completionCondition>`
          : ''
        return step(
          '',
          `<bpmn:multiInstanceLoopCharacteristics isSequential="${each.inOrder}" wf:collection="signers">${early}</bpmn:multiInstanceLoopCharacteristics>`,
        )
      }
      case 'service': {
        const nodeId = id('service')
        return single(nodeId, `<bpmn:serviceTask id="${nodeId}" wf:handler="notify" />`)
      }
      case 'copy': {
        const nodeId = id('copy')
        return single(nodeId, `<bpmn:sendTask id="${nodeId}" name="抄送" wf:candidateUsers="signers" />`)
      }
      case 'wait': {
        const nodeId = id('wait')
        return single(
          nodeId,
          `<bpmn:intermediateCatchEvent id="${nodeId}">${timer('PT1H')}</bpmn:intermediateCatchEvent>`,
        )
      }
      case 'row':
        return row(each.parts.map(partOf))
      case 'exclusive':
      case 'inclusive':
      case 'parallel':
        return gatewaysOf(each.kind, each.parts.map(partOf))
      case 'loop': {
        const [enter, leave, body, back] = [
          id('enter'),
          id('leave'),
          row([step('wf:assignee="starter"'), partOf(each.part)]),
          id('flow'),
        ]
        const out = step('wf:assignee="starter"')
        const onward = id('flow')
        return {
          xml: `<bpmn:exclusiveGateway id="${enter}" /><bpmn:exclusiveGateway id="${leave}" default="${onward}" />${body.xml}${out.xml}${flow(
            enter,
            body.first,
          )}${flow(body.last, leave)}${flow(leave, enter, 'again', back)}${flow(leave, out.first, undefined, onward)}`,
          first: enter,
          last: out.last,
        }
      }
      case 'inside':
        return withTimer(insideOf([partOf(each.part)]), each.timer)
      case 'spread':
        return insideOf(each.parts.map(partOf))
      case 'forks':
        return forksOf(each.parts.map(partOf), each.timer)
      case 'stop': {
        const [which, stop, on] = [id('which'), id('stop'), id('flow')]
        const next = partOf({ kind: 'service' })
        return {
          xml: `<bpmn:exclusiveGateway id="${which}" default="${on}" /><bpmn:endEvent id="${stop}"><bpmn:terminateEventDefinition /></bpmn:endEvent>${
            next.xml
          }${flow(which, next.first, undefined, on)}${flow(which, stop, 'stop')}`,
          first: which,
          last: next.last,
        }
      }
      case 'call': {
        const nodeId = id('call')
        return single(nodeId, `<bpmn:callActivity id="${nodeId}" calledElement="${CALLED}" />`)
      }
    }
  }

  function taskOf({ due, offered, timer: kind }: Extract<Block, { kind: 'task' }>): Part {
    const who = offered ? 'wf:candidateUsers="signers"' : 'wf:assignee="starter"'
    return withTimer(step(`${who}${due ? ' wf:due="PT8H"' : ''}`), kind)
  }

  /** A subprocess that does these parts side by side. */
  function insideOf(parts: Part[]): Part {
    const [nodeId, start, fork] = [id('inside'), id('start'), id('fork')]
    const branches = parts.map((part) => {
      const end = id('end')
      return `${part.xml}<bpmn:endEvent id="${end}" />${flow(fork, part.first)}${flow(part.last, end)}`
    })
    return single(
      nodeId,
      `<bpmn:subProcess id="${nodeId}"><bpmn:startEvent id="${start}" /><bpmn:parallelGateway id="${fork}" />${flow(
        start,
        fork,
      )}${branches.join('')}</bpmn:subProcess>`,
    )
  }

  function forksOf(parts: Part[], timed: boolean): Part {
    const [first, join] = [step('wf:assignee="starter"'), id('join')]
    const branches = parts.map((part) => `${part.xml}${flow(first.last, part.first)}${flow(part.last, join)}`)
    const task = withTimer(first, timed ? 'beside' : 'none')
    return {
      xml: `${task.xml}<bpmn:parallelGateway id="${join}" />${branches.join('')}`,
      first: first.first,
      last: join,
    }
  }

  /** With a timer on its border, whose way comes together with the other, or ends on its own. */
  function withTimer(part: Part, kind: Timer): Part {
    if (kind === 'none') return part
    const [at, merge, end] = [id('timer'), id('merge'), id('end')]
    const event = `<bpmn:boundaryEvent id="${at}" attachedToRef="${part.last}" cancelActivity="${kind === 'instead'}">${timer('PT2H')}</bpmn:boundaryEvent>`
    if (kind === 'beside')
      return { ...part, xml: `${part.xml}${event}<bpmn:endEvent id="${end}" />${flow(at, end)}` }
    return {
      xml: `${part.xml}${event}<bpmn:exclusiveGateway id="${merge}" />${flow(part.last, merge)}${flow(at, merge)}`,
      first: part.first,
      last: merge,
    }
  }

  function gatewaysOf(kind: 'exclusive' | 'inclusive' | 'parallel', parts: Part[]): Part {
    const [split, join] = [id('split'), id('join')]
    const ways = parts.map(() => id('flow'))
    const otherwise = kind === 'parallel' ? '' : ` default="${ways[0]}"`
    const tag = `bpmn:${kind}Gateway`
    return {
      xml: `<${tag} id="${split}"${otherwise} /><${tag} id="${join}" />${parts
        .map(
          (part, at) =>
            part.xml +
            flow(split, part.first, at > 0 && kind !== 'parallel' ? `way${at}` : undefined, ways[at]) +
            flow(part.last, join),
        )
        .join('')}`,
      first: split,
      last: join,
    }
  }

  const whole = row([
    single('begin', '<bpmn:startEvent id="begin" />'),
    step('wf:assignee="starter"'),
    partOf(block),
    single('finish', '<bpmn:endEvent id="finish" />'),
  ])
  return fileOf(whole.xml, key)
}

/**
 * A process from its elements, whose `%id` stands for their id, and its flows: `from > to`, `from > to ? condition`, or
 * `from > to !` for the default one. `start` and `end` need no element.
 */
export function sketch(nodes: Record<string, string>, flows: readonly string[], key?: string): string {
  const all = { start: '<bpmn:startEvent id="%id" />', end: '<bpmn:endEvent id="%id" />', ...nodes }
  const defaults = new Map<string, string>()
  const lines = flows.flatMap(singly).map(({ from, to, mark, condition }, at) => {
    if (mark === '!') defaults.set(from, `flow${at}`)
    const inside = condition?.trim()
      ? `<bpmn:conditionExpression ${FORMAL}>${condition.trim().replaceAll('<', '&lt;')}</bpmn:conditionExpression>`
      : ''
    return `<bpmn:sequenceFlow id="flow${at}" sourceRef="${from}" targetRef="${to}">${inside}</bpmn:sequenceFlow>`
  })
  const elements = Object.entries(all).map(([id, xml]) => {
    const otherwise = defaults.get(id)
    const withId = xml.replaceAll('%id', id)
    return otherwise ? withId.replace(`id="${id}"`, `id="${id}" default="${otherwise}"`) : withId
  })
  return fileOf([...elements, ...lines].join(''), key)
}

/** `a > b > c ? condition`, flow by flow. */
function singly(line: string) {
  const [, chain, mark, condition] = /^(\w+(?: > \w+)+)(?: ([!?])(.*))?$/.exec(line)!
  const nodes = chain!.split(' > ')
  return nodes.slice(1).map((to, at) => ({
    from: nodes[at]!,
    to,
    ...(at === nodes.length - 2 ? { mark, condition } : {}),
  }))
}

export const step = (who: string, more = '', inside = '') =>
  `<bpmn:userTask id="%id" name="%id" wf:assignee="${who.replaceAll('"', '&quot;')}" ${more}>${inside}</bpmn:userTask>`

/** A step that the people of the variable `list` sign. */
export const signed = (list: string, { inOrder = false, decided = '' } = {}) =>
  `<bpmn:userTask id="%id" name="%id"><bpmn:multiInstanceLoopCharacteristics isSequential="${inOrder}" wf:collection="${list}">${
    decided && `<bpmn:completionCondition ${FORMAL}>${decided}</bpmn:completionCondition>`
  }</bpmn:multiInstanceLoopCharacteristics></bpmn:userTask>`

/** A step that gives a copy to the people of an expression. */
export const copyStep = (who: string) =>
  `<bpmn:sendTask id="%id" name="%id" wf:candidateUsers="${who.replaceAll('"', '&quot;')}" />`

export const gateway = (kind: 'exclusive' | 'inclusive' | 'parallel') => `<bpmn:${kind}Gateway id="%id" />`

export const timerAt = (host: string, { interrupts = true, duration = 'PT2H' } = {}) =>
  `<bpmn:boundaryEvent id="%id" attachedToRef="${host}" cancelActivity="${interrupts}">${timer(duration)}</bpmn:boundaryEvent>`
