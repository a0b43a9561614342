import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { DrawingsOnPaper } from './DrawingsOnPaper.tsx'
import { dayAndClock, FormTable } from './pieces.tsx'
import css from './ticket-print.module.css'

type AppendicesProps = { ticket: TicketDetail; onPicture: (path: string) => void }

/** What is kept with the form: the risks that were briefed, the register of its earths (domain.md §1.4), its drawings. */
export const Appendices = ({ ticket, onPicture }: AppendicesProps) => {
  const { content, earths, drawings } = ticket
  const risks = content.risks.length > 0 ? 1 : 0
  const register = earths.length > 0 ? 1 : 0
  return (
    <>
      {content.risks.length > 0 && (
        <section className={css.appendix} aria-label="危险点与控制措施">
          <h2>附 1 危险点与控制措施</h2>
          <FormTable
            name="危险点与控制措施"
            rows={content.risks}
            columns={[
              { title: '序号', width: 8, isCentred: true, of: (_each, at) => at + 1 },
              { title: '危险点', width: 36, of: ({ risk }) => risk },
              { title: '控制措施', of: ({ control }) => control },
            ]}
          />
        </section>
      )}
      {earths.length > 0 && (
        <section className={css.appendix} aria-label="接地装拆记录">
          <h2>附 {risks + 1} 接地装拆记录</h2>
          <FormTable
            name="接地装拆记录"
            rows={earths}
            columns={[
              { title: '编号', width: 16, of: ({ kindLabel, earthName }) => `${kindLabel} ${earthName}` },
              { title: '位置', of: ({ place }) => place },
              { title: '验电', width: 13, of: ({ testedTime }) => dayAndClock(testedTime) },
              {
                title: '装设（操作、监护）',
                width: 21,
                of: ({ installedTime, installedBy, installedGuard }) =>
                  `${dayAndClock(installedTime)} ${installedBy}、${installedGuard}`,
              },
              {
                title: '拆除（操作、监护）',
                width: 21,
                of: ({ removedTime, removedBy, removedGuard, handedTo }) =>
                  removedTime &&
                  `${handedTo ? `移交 ${handedTo.ticketNo} ` : ''}${dayAndClock(removedTime)} ${removedBy}、${removedGuard}`,
              },
            ]}
          />
        </section>
      )}
      {drawings.length > 0 && (
        <DrawingsOnPaper ticket={ticket} no={risks + register + 1} onPicture={onPicture} />
      )}
    </>
  )
}
