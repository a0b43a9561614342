import {
  Circle,
  CircleDot,
  CircleStop,
  Clock,
  Cog,
  Diamond,
  GitFork,
  type LucideIcon,
  Mail,
  SquareArrowOutUpRight,
  SquareDashed,
  UserRound,
} from 'lucide-react'
import type { NewElement } from './services.ts'

type Kind = NewElement & { title: string; icon: LucideIcon }

const STEP = { width: 136, height: 60 }
const GATEWAY = { width: 40, height: 40 }
const EVENT = { width: 30, height: 30 }

/** What the engine runs, and so what the designer offers. */
export const kinds = {
  user: { title: '用户任务', type: 'bpmn:UserTask', icon: UserRound, ...STEP },
  copy: { title: '抄送', type: 'bpmn:SendTask', icon: Mail, ...STEP },
  service: { title: '服务任务', type: 'bpmn:ServiceTask', icon: Cog, ...STEP },
  exclusive: { title: '排他网关（选一条）', type: 'bpmn:ExclusiveGateway', icon: Diamond, ...GATEWAY },
  parallel: { title: '并行网关（全部走）', type: 'bpmn:ParallelGateway', icon: GitFork, ...GATEWAY },
  inclusive: { title: '包容网关（满足的都走）', type: 'bpmn:InclusiveGateway', icon: CircleDot, ...GATEWAY },
  wait: {
    title: '定时等待',
    type: 'bpmn:IntermediateCatchEvent',
    icon: Clock,
    eventDefinitionType: 'bpmn:TimerEventDefinition',
    ...EVENT,
  },
  // Expanded: its steps are on the same picture.
  subprocess: {
    title: '子流程',
    type: 'bpmn:SubProcess',
    icon: SquareDashed,
    width: 320,
    height: 160,
    isExpanded: true,
  },
  call: { title: '调用流程', type: 'bpmn:CallActivity', icon: SquareArrowOutUpRight, ...STEP },
  start: { title: '开始事件', type: 'bpmn:StartEvent', icon: Circle, ...EVENT },
  end: { title: '结束事件', type: 'bpmn:EndEvent', icon: CircleStop, ...EVENT },
} satisfies Record<string, Kind>

export const newElement = ({ title: _title, icon: _icon, ...element }: Kind): NewElement => element

/** On the border of a step. */
export const boundaryTimer: NewElement = {
  type: 'bpmn:BoundaryEvent',
  eventDefinitionType: 'bpmn:TimerEventDefinition',
  ...EVENT,
}

const TITLES = new Map<string, string>([
  ...Object.values(kinds).map(({ type, title }) => [type, title.replace(/（.*/, '')] as const),
  ['bpmn:BoundaryEvent', '边界定时'],
  ['bpmn:SequenceFlow', '连线'],
  ['bpmn:Process', '流程'],
  ['bpmn:TextAnnotation', '注释'],
  // Of files of other tools.
  ['bpmn:Collaboration', '协作'],
  ['bpmn:Participant', '泳池'],
  ['bpmn:Lane', '泳道'],
  ['bpmn:MessageFlow', '消息流'],
  ['bpmn:Association', '关联'],
  ['bpmn:Group', '分组'],
  ['bpmn:DataObjectReference', '数据对象'],
  ['bpmn:DataStoreReference', '数据存储'],
  ['bpmn:Task', '任务'],
])

export const titleOf = (type: string): string => TITLES.get(type) ?? type.replace('bpmn:', '')
