import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { Refused } from './file.ts'
import { delayOf } from './delay.ts'
import { expressionOf } from './expressions.ts'
import { copyStep, fileOf, gateway, signed, sketch, step, timerAt } from './process.fixture.ts'

const refusalsOf = (xml: string) =>
  compile(xml).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error
      return error.refusals.map(({ element, reason }) => `${element}: ${reason}`)
    },
  )

const straight = (nodes: Record<string, string>) =>
  sketch(
    nodes,
    ['start', ...Object.keys(nodes), 'end'].flatMap((id, at, ids) =>
      at > 0 ? [`${ids[at - 1]} > ${id}`] : [],
    ),
  )

describe('a definition is refused', () => {
  it.each<[string, string, string]>([
    [
      'a flow to nothing',
      straight({ work: step('a') }).replace('targetRef="end"', 'targetRef="nowhere"'),
      'flow1: 提到的元素“nowhere”不存在',
    ],
    [
      'an element of no language',
      straight({ work: step('a') }).replace('<bpmn:endEvent', '<bpmn:nothing /><bpmn:endEvent'),
      ': 第 2 行的“bpmn:nothing”不是 BPMN 2.0 的内容',
    ],
    ['a script', straight({ run: '<bpmn:scriptTask id="%id" />' }), 'run: 是不支持的元素 ScriptTask'],
    [
      'a start by message',
      fileOf(
        '<bpmn:startEvent id="start"><bpmn:messageEventDefinition /></bpmn:startEvent><bpmn:endEvent id="end" /><bpmn:sequenceFlow id="f" sourceRef="start" targetRef="end" />',
      ),
      'start: 带有不支持的事件 MessageEventDefinition',
    ],
    [
      'an end by error',
      straight({ work: step('a') }).replace(
        '<bpmn:endEvent id="end" />',
        '<bpmn:endEvent id="end"><bpmn:errorEventDefinition /></bpmn:endEvent>',
      ),
      'end: 带有不支持的事件 ErrorEventDefinition',
    ],
    ['a step of nobody', straight({ work: '<bpmn:userTask id="%id" />' }), 'work: 没有指定办理人'],
    [
      'a service without a name',
      straight({ run: '<bpmn:serviceTask id="%id" />' }),
      'run: 没有指定要执行的服务',
    ],
    [
      'a copy for nobody',
      straight({ tell: '<bpmn:sendTask id="%id" wf:candidateRoles=" , " />' }),
      'tell: 没有指定抄送人',
    ],
    [
      'a copy for holders of an unknown permission',
      straight({ tell: '<bpmn:sendTask id="%id" wf:candidateRights="order:nothing" />' }),
      'tell: 提到的权限“order:nothing”不存在',
    ],
    [
      'many copies at once',
      straight({
        tell: '<bpmn:sendTask id="%id" wf:assignee="a"><bpmn:multiInstanceLoopCharacteristics wf:collection="x" /></bpmn:sendTask>',
      }),
      'tell: 不支持多实例：只有用户任务可以会签',
    ],
    [
      'a timer at a copy',
      sketch({ tell: copyStep('a'), late: timerAt('tell') }, ['start > tell', 'tell > end', 'late > end']),
      'late: 是边界计时，须附在用户任务或子流程上',
    ],
    ['a call of nothing', straight({ call: '<bpmn:callActivity id="%id" />' }), 'call: 没有指定要调用的流程'],
    ['a signature of nobody', straight({ sign: signed('') }), 'sign: 会签没有指定办理人名单'],
    [
      'many services at once',
      straight({
        run: '<bpmn:serviceTask id="%id" wf:handler="x"><bpmn:multiInstanceLoopCharacteristics wf:collection="x" /></bpmn:serviceTask>',
      }),
      'run: 不支持多实例：只有用户任务可以会签',
    ],
    [
      'a standard loop',
      straight({
        work: '<bpmn:userTask id="%id" wf:assignee="a"><bpmn:standardLoopCharacteristics /></bpmn:userTask>',
      }),
      'work: 不支持标准循环：请用会签或回路',
    ],
    [
      'a timer by date',
      straight({
        wait: '<bpmn:intermediateCatchEvent id="%id"><bpmn:timerEventDefinition><bpmn:timeDate>2026-01-01</bpmn:timeDate></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>',
      }),
      'wait: 的时限“”不是时长，例如 PT72H',
    ],
    ['a wait for nothing', straight({ wait: '<bpmn:intermediateCatchEvent id="%id" />' }), 'wait: 没有定时'],
    [
      'a due time in words',
      straight({ work: step('a', 'wf:due="三天"') }),
      'work: 的时限“三天”不是时长，例如 PT72H',
    ],
    [
      'half an expression',
      straight({ work: step('a +') }),
      'work: 的表达式“a +”有误：第 4 个字符起不是 FEEL 表达式',
    ],
    [
      'a loop in an expression',
      straight({ work: step('for i in 1..9 return i') }),
      'work: 的表达式“for i in 1..9 return i”有误：不支持 for',
    ],
    [
      'a regular expression',
      straight({ work: step('matches(a, b)') }),
      'work: 的表达式“matches(a, b)”有误：不支持函数 matches',
    ],
    [
      'a choice without a way out',
      sketch({ choose: gateway('exclusive'), a: step('a') }, [
        'start > choose > a ? x',
        'choose > end ? y',
        'a > end',
      ]),
      'choose: 没有默认分支：条件都不满足时流程会停住',
    ],
    [
      'a branch without a condition',
      sketch({ choose: gateway('inclusive'), a: step('a'), b: step('b') }, [
        'start > choose > a',
        'choose > b !',
        'a > end',
        'b > end',
      ]),
      'flow1: 是条件分支，但没有条件',
    ],
    ['a dead end', sketch({ work: step('a') }, ['start > work']), 'work: 没有后续环节，请连到结束事件'],
    [
      'a timer that leads nowhere',
      sketch({ work: step('a'), late: timerAt('work') }, ['start > work > end']),
      'late: 没有后续环节',
    ],
    [
      'a timer at a call',
      sketch({ call: '<bpmn:callActivity id="%id" calledElement="x" />', late: timerAt('call') }, [
        'start > call > end',
        'late > end',
      ]),
      'late: 是边界计时，须附在用户任务或子流程上',
    ],
    [
      'two reasons to go on',
      straight({
        wait: '<bpmn:intermediateCatchEvent id="%id"><bpmn:timerEventDefinition><bpmn:timeDuration>PT1H</bpmn:timeDuration></bpmn:timerEventDefinition><bpmn:messageEventDefinition /></bpmn:intermediateCatchEvent>',
      }),
      'wait: 带有多个事件定义',
    ],
    [
      'a step that nothing leads to',
      sketch({ work: step('a'), lost: step('a') }, ['start > work > end', 'lost > end']),
      'lost: 没有进入的连线，流程不会到达',
    ],
    [
      'a process that is only drawn',
      straight({ run: '<bpmn:scriptTask id="%id" />' }).replace(
        'isExecutable="true"',
        'isExecutable="false"',
      ),
      'random: 没有标记为可执行的流程',
    ],
    [
      'a way back to the start',
      sketch({ work: step('a') }, ['start > work > start']),
      'start: 是开始事件，不能有进入的连线',
    ],
    [
      'an event subprocess',
      straight({ sub: '<bpmn:subProcess id="%id" triggeredByEvent="true" />' }),
      'sub: 不支持事件子流程',
    ],
    [
      'a subprocess without a start',
      straight({ sub: '<bpmn:subProcess id="%id" />' }),
      'sub: 须有且只有一个开始事件',
    ],
    [
      'a flow into a subprocess',
      sketch(
        {
          sub: '<bpmn:subProcess id="%id"><bpmn:startEvent id="s" /><bpmn:endEvent id="e" /><bpmn:sequenceFlow id="i" sourceRef="s" targetRef="e" /></bpmn:subProcess>',
        },
        ['start > sub', 'start > e', 'sub > end'],
      ),
      'flow1: 穿过了子流程的边界',
    ],
    [
      'two processes',
      fileOf('').replace(
        '</bpmn:definitions>',
        '<bpmn:process id="b" isExecutable="true" /></bpmn:definitions>',
      ),
      'random: 须有且只有一个可执行的流程',
    ],
    ['what is not BPMN', '<html />', ': 不是 BPMN 2.0 文件'],
    ['what is not XML', 'no xml', ': 不是 BPMN 2.0 文件'],
  ])('with %s', async (_, xml, reason) => {
    const refusals = await refusalsOf(xml)
    expect(
      refusals.some((each) => each.startsWith(reason)),
      refusals.join('; '),
    ).toBe(true)
  })

  it('with everything that is wrong at once', async () => {
    const xml = straight({ one: '<bpmn:userTask id="%id" />', two: '<bpmn:scriptTask id="%id" />' })
    expect(await refusalsOf(xml)).toHaveLength(2)
  })
})

it('elements with a capital letter, which earlier releases wrote, are read as their own', async () => {
  const xml = straight({ work: step('a') }).replaceAll('bpmn:userTask', 'bpmn:UserTask')
  expect((await compile(xml)).process.nodes.get('work')?.kind).toBe('user')
})

describe('an expression', () => {
  it.each<[string, unknown]>([
    ['a', 1],
    ['b.c', 2],
    ['b.missing.more', null],
    ['constructor', null],
    ['a.constructor', null],
    ['a >= 1 and b.c < 3', true],
    ['missing > 3', null],
    ['if a = 1 then "x" else "y"', 'x'],
    ['count(list) > 1', true],
    ['list contains(list, "z")', false],
    ['true', true],
    ['天数 > 3', true],
  ])('%s is %j', (text, value) => {
    expect(expressionOf(text).valueOf({ a: 1, b: { c: 2 }, list: ['x', 'y'], 天数: 4 })).toEqual(value)
  })

  it('is not longer than a person writes', () => {
    expect(() => expressionOf('a'.repeat(1001))).toThrow('最多 1000 个字符')
  })
})

it.each<[string, number | null]>([
  ['PT72H', 72 * 3_600_000],
  ['P1DT2H30M5S', 95_405_000],
  ['P2W', 14 * 86_400_000],
  ['P', null],
  ['PT', null],
  ['72H', null],
  ['', null],
])('%s lasts %j ms', (text, ms) => expect(delayOf(text)).toEqual(ms === null ? null : { ms }))
