import { paths } from '@heliodesk/contract/paths.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { Paper } from '../../../kit/Paper.tsx'
import { QrCode } from '../../../kit/QrCode.tsx'
import { companyNow } from '../../../lib/company-time.ts'
import { useSession } from '../../../lib/session.ts'
import { lastRound, latestFirst } from '../sheet/ticket.ts'
import { Appendices } from './Appendices.tsx'
import { formTitles, WorkForm } from './forms.tsx'
import { OperationForm } from './OperationForm.tsx'
import { OUTDATED } from './pieces.tsx'
import { isOpen } from './signatures.ts'
import { Stamp, StampReason } from './Stamp.tsx'
import { useRunningHead } from './use-running-head.ts'
import css from './ticket-print.module.css'

type TicketPaperProps = {
  ticket: TicketDetail
  /** A picture came, or will not come. */
  onPicture: (path: string) => void
}

/** A ticket on the standard form of its kind; what is not known yet is left to be written by hand. */
export function TicketPaper({ ticket, onPicture }: TicketPaperProps) {
  const { kind, ticketNo, content, depName } = ticket
  const tenantName = useSession(({ user }) => user?.tenantName ?? '')
  const title = formTitles[kind]
  useRunningHead([title, ticketNo].filter(Boolean).join(' '))
  return (
    <Paper
      company={tenantName}
      title={title}
      lead={`单位：${content.unit || depName}`}
      state={`编号：${ticketNo || '提交后编号'}`}
      mark={isOpen(ticket) ? { text: '草稿', warning: '尚未提交签发，不得作为开工或操作依据' } : null}
      corner={ticket.stamp && <Stamp ticket={ticket} />}
    >
      <StampReason ticket={ticket} />
      {kind === 'operation' ? <OperationForm ticket={ticket} /> : <WorkForm ticket={ticket} kind={kind} />}
      <Appendices ticket={ticket} onPicture={onPicture} />
      <Foot ticket={ticket} />
    </Paper>
  )
}

/** By which a copy is told from another text: the hash of what was signed, who printed it and when. */
function Foot({ ticket }: Pick<TicketPaperProps, 'ticket'>) {
  const printedBy = useSession(({ user }) => user?.realname)
  const address = new URL(paths.tickets.href({ ticket: ticket.id }), window.location.href).href
  const [latest] = latestFirst(ticket.events)
  const isOutdated = lastRound(ticket).some((event) => event.isOutdated)
  const says = [
    ...(latest && !isOpen(ticket) ? [`内容校验 ${latest.contentHash}`] : []),
    `${printedBy} 打印于 ${companyNow().format('YYYY-MM-DD HH:mm')}`,
    '扫描二维码查看本票',
  ]
  return (
    <footer className={css.printed}>
      <p>
        {isOutdated && (
          <>
            {OUTDATED} 签名之后票面内容有变动
            <br />
          </>
        )}
        签名为系统内实名电子签名；空白处由本人手写。
        <br />
        {says.join(' · ')}
      </p>
      <div className={css.code}>
        <QrCode text={address} label={`${ticket.ticketNo || '草稿'} 的二维码`} />
      </div>
    </footer>
  )
}
