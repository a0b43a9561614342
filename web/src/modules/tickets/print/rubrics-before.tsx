import type { MeasureGroup } from '@heliodesk/contract/ticket-kinds.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { Filled, FormTable, Lines, Signature, Signatures, When, Word, type Rubric } from './pieces.tsx'
import { firstLeader, isOpen, signed } from './signatures.ts'
import css from './ticket-print.module.css'

/** 1. */
export const leader = (ticket: TicketDetail, title = '工作负责人（监护人）'): Rubric => ({
  title,
  body: (
    <>
      <Filled>{firstLeader(ticket)}</Filled>
      <Word title="班组">{ticket.depName}</Word>
    </>
  ),
})

/** 2: as the ticket was signed; who came later is among the changes. */
export function crew({ content }: TicketDetail, title = '工作班人员（不包括工作负责人）'): Rubric {
  const names = content.people.filter(({ part }) => part === 'crew').map(({ name }) => name)
  return {
    title,
    body: (
      <>
        <Filled wide>{names.join('、')}</Filled>
        <span className={css.word}>
          共 <Filled>{names.length || null}</Filled> 人
        </span>
      </>
    ),
  }
}

/** 3. */
export const station = ({ psName, content }: TicketDetail): Rubric => ({
  title: '工作的变、配电站名称及设备双重名称',
  body: (
    <p className={css.text}>
      {psName}（{content.voltage} kV）{content.places.map(({ place }) => place).join('、')}
    </p>
  ),
})

/** 4. */
export const places = ({ content, workContent }: TicketDetail, title = '工作任务'): Rubric => ({
  title,
  body: (
    <>
      <span className={css.text}>{workContent}</span>
      <FormTable
        name={title}
        rows={content.places}
        blankRows={content.places.length === 0 ? 2 : 0}
        columns={[
          { title: '工作地点及设备双重名称', width: 45, of: ({ place }) => place },
          { title: '工作内容', of: ({ work }) => work },
        ]}
      />
    </>
  ),
})

/** 5. */
export const period = ({ content }: TicketDetail, title = '计划工作时间'): Rubric => ({
  title,
  body: (
    <>
      自 <When at={content.planStartTime} /> 至 <When at={content.planEndTime} />
    </>
  ),
})

const groupTitles: Record<Exclude<MeasureGroup, 'care'>, string> = {
  isolate: '应拉断路器（开关）、隔离开关（刀闸）',
  earth: '应装接地线、应合接地刀闸（注明确实地点、名称及接地线编号）',
  board: '应设遮栏、应挂标示牌及防止二次回路误碰等措施',
}

type GroupProps = { ticket: TicketDetail; group: keyof typeof groupTitles }

/** The measures of a group with what is done of them; below those of earthing, the earths that were hung. */
function Group({ ticket, group }: GroupProps) {
  const lines = ticket.lineList
    .filter((line) => line.group === group)
    .map(({ text, ticked }, at) => ({ text: `${at + 1}. ${text}`, isDone: ticked !== null }))
  const earths = group === 'earth' ? ticket.earths : []
  const hung = earths.map(({ kindLabel, earthName, place }) => ({
    text: `${kindLabel} ${earthName}：${place}`,
    isDone: true,
  }))
  const none = lines.length === 0 && !isOpen(ticket) ? [{ text: '无', isDone: false }] : []
  return (
    <FormTable
      name={groupTitles[group]}
      rows={[...lines, ...none, ...hung]}
      blankRows={lines.length + none.length === 0 ? 2 : 0}
      columns={[
        { title: groupTitles[group], of: ({ text }) => text },
        { title: '已执行*', width: 16, isCentred: true, of: ({ isDone }) => (isDone ? '√' : '') },
      ]}
    />
  )
}

type GroupsProps = { ticket: TicketDetail; onlyUsed?: boolean }

/** All groups; of tickets that need no outage those that it has. */
export function Groups({ ticket, onlyUsed = false }: GroupsProps) {
  const groups = (Object.keys(groupTitles) as (keyof typeof groupTitles)[]).filter(
    (group) => !onlyUsed || ticket.lineList.some((line) => line.group === group),
  )
  if (groups.length === 0) return null
  return (
    <>
      {groups.map((group) => (
        <Group key={group} ticket={ticket} group={group} />
      ))}
      <p className={css.small}>* 已执行栏目及接地线编号由工作许可人填写。</p>
    </>
  )
}

/** What stays live, as the issuer says, and what the leader minds. */
const Cautions = ({ ticket }: { ticket: TicketDetail }) => (
  <Lines
    texts={[ticket.liveParts, ...ticket.content.care].filter(Boolean)}
    open={ticket.liveParts === '' && signed(ticket, 'issue') === null}
  />
)

/** What the permitter adds; room for it until the work is permitted. */
export const Supplement = ({ ticket }: { ticket: TicketDetail }) => (
  <Lines texts={ticket.supplement ? [ticket.supplement] : []} open={ticket.permittedTime === null} />
)

/** By those outside the station as well where the work is theirs. */
const IssueSignatures = ({ ticket }: { ticket: TicketDetail }) => (
  <Signatures>
    <Signature title="工作负责人（填票）签名" by={signed(ticket, 'submit')} />
    <Signature title="工作票签发人签名" by={signed(ticket, 'issue')} />
    {ticket.content.isOutsourced && <Signature title="工作票会签人签名" by={signed(ticket, 'cosign')} />}
  </Signatures>
)

/** 6 of the first kind. */
export const measures = (ticket: TicketDetail): Rubric => ({
  title: '安全措施（必要时可附页绘图说明）',
  body: (
    <>
      <Groups ticket={ticket} />
      <table className={css.table} aria-label="保留带电部分和补充措施">
        <thead>
          <tr>
            <th scope="col">工作地点保留带电部分或注意事项（由工作票签发人填写）</th>
            <th scope="col">补充工作地点保留带电部分和安全措施（由工作许可人填写）</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <Cautions ticket={ticket} />
            </td>
            <td>
              <Supplement ticket={ticket} />
            </td>
          </tr>
        </tbody>
      </table>
      <IssueSignatures ticket={ticket} />
    </>
  ),
})

/** 7 of the first kind. */
export const receipt = (ticket: TicketDetail): Rubric => {
  const received = signed(ticket, 'receive')
  return {
    title: '收到工作票时间',
    body: (
      <>
        <When at={received?.at ?? null} />
        <span className={css.word}>
          <Signature title="运行值班负责人签名" by={received} timeless />
        </span>
      </>
    ),
  }
}

/** 7 of those without an outage: what to mind, and the measures that there are after all. */
export const cares = (ticket: TicketDetail): Rubric => ({
  title: '注意事项（安全措施）',
  body: (
    <>
      <Cautions ticket={ticket} />
      <Groups ticket={ticket} onlyUsed />
      <IssueSignatures ticket={ticket} />
    </>
  ),
})

export const supplement = (ticket: TicketDetail): Rubric => ({
  title: '补充安全措施（由工作许可人填写）',
  body: <Supplement ticket={ticket} />,
})
