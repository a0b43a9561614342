import { ticketParts } from '@heliodesk/contract/ticket-content.ts'
import { isHot } from '@heliodesk/contract/ticket-states.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import type { ReactNode } from 'react'
import { EMPTY, formatTime } from '../../../kit/format.ts'
import css from './ticket-parts.module.css'

type Fact = { label: string; value: ReactNode; wide?: boolean }

const modes = { face: '当面许可', phone: '电话许可' } as const

/** The fields of the form. */
function factsOf(ticket: TicketDetail): Fact[] {
  const { kind, content, psName, depName, workContent } = ticket
  const isOperation = kind === 'operation'
  return [
    { label: '单位班组', value: content.unit || depName },
    { label: '电站', value: `${psName}（${content.voltage} kV）` },
    { label: isOperation ? '操作任务' : '工作任务', value: workContent, wide: true },
    ...(isOperation ? operationFacts(ticket) : workFacts(ticket)),
    ...(content.remark ? [{ label: '备注', value: content.remark, wide: true }] : []),
  ]
}

const period = (from: string | null, to: string | null) =>
  from || to ? `${formatTime(from)} 至 ${formatTime(to)}` : EMPTY

function operationFacts({ content, startedTime, finishedTime }: TicketDetail): Fact[] {
  return [
    { label: '发令人', value: content.orderedBy },
    { label: '计划时间', value: period(content.planStartTime, content.planEndTime) },
    { label: '操作开始', value: formatTime(startedTime) },
    { label: '操作结束', value: formatTime(finishedTime) },
  ]
}

function workFacts(ticket: TicketDetail): Fact[] {
  const { content, validUntil, permitMode, permittedTime, liveParts, supplement, isLate, extensions } = ticket
  const isFire = isHot(ticket.kind)
  const workers = isFire ? 'hotWorker' : 'crew'
  const crew = ticket.people.filter(({ part, isRemoved }) => part === workers && !isRemoved)
  const until =
    extensions > 0 ? `${formatTime(validUntil)}（已延期 ${extensions} 次）` : formatTime(validUntil)
  const { hotWork } = content
  return [
    {
      label: ticketParts[workers],
      value: `${crew.map(({ name }) => name).join('、')} 共 ${crew.length} 人`.trim(),
    },
    { label: '计划时间', value: period(content.planStartTime, content.planEndTime) },
    { label: '有效期至', value: isLate ? <b className="err">{until}</b> : until },
    {
      label: '许可',
      value: permitMode ? `${modes[permitMode]} ${formatTime(permittedTime)}` : EMPTY,
    },
    { label: '工作条件', value: content.conditions, wide: true },
    ...(content.isOutsourced ? [{ label: '外委作业', value: '是，双签发', wide: true }] : []),
    ...(isFire && hotWork
      ? [
          { label: '动火方式', value: hotWork.method, wide: true },
          { label: '运行侧措施', value: hotWork.plantMeasures, wide: true },
          { label: '作业侧措施', value: hotWork.workMeasures, wide: true },
        ]
      : [
          { label: '保留带电部分', value: liveParts, wide: true },
          { label: '补充措施', value: supplement, wide: true },
        ]),
  ]
}

export const Facts = ({ ticket }: { ticket: TicketDetail }) => (
  <dl className={css.facts} aria-label="票面内容">
    {factsOf(ticket).map(({ label, value, wide }) => (
      <div key={label} className={wide ? css.wide : undefined}>
        <dt>{label}</dt>
        <dd>{value || <span className="t3">{EMPTY}</span>}</dd>
      </div>
    ))}
  </dl>
)

/** 工作地点及内容. */
export function Places({ ticket: { content } }: { ticket: TicketDetail }) {
  if (content.places.length === 0) return null
  return (
    <dl className={css.facts} aria-label="工作地点及内容">
      <div className={`${css.wide} ${css.factsHead}`}>
        <dt>工作地点及设备双重名称</dt>
        <dd>工作内容</dd>
      </div>
      {content.places.map(({ place, work }, at) => (
        <div key={at} className={`${css.wide} ${css.place}`}>
          <dt>{place}</dt>
          <dd>{work}</dd>
        </div>
      ))}
    </dl>
  )
}
