import { apartFrom, ticketRoles, type TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import { NoticeDialog } from '../../kit/NoticeDialog.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import css from './qualifications.module.css'

const roles = Object.keys(ticketRoles) as TicketRole[]

/** What each role does, and with whom it cannot be one person on one ticket. */
export const RolesDialog = (overlay: OverlayProps) => (
  <NoticeDialog {...overlay} title="谁不能兼任" width={760}>
    <table className={css.roles}>
      <thead>
        <tr>
          <th scope="col">角色</th>
          <th scope="col">做什么</th>
          <th scope="col">同一张票上不能兼任</th>
        </tr>
      </thead>
      <tbody>
        {roles.map((role) => (
          <tr key={role}>
            <th scope="row">{ticketRoles[role].title}</th>
            <td>{ticketRoles[role].does}</td>
            <td>{apartFrom(role).join('、') || <span className="t3">不限</span>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </NoticeDialog>
)
