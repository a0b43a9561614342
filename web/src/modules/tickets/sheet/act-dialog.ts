import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import type { TicketAct } from '@heliodesk/contract/ticket-states.ts'
import type { OverlayProps } from '../../../kit/use-overlays.tsx'
import { nameOf } from './ticket.ts'

export type ActDialogProps = OverlayProps & { ticket: TicketDetail; act: TicketAct; title: string }

export const calls = { edit: ticketCalls.act, detail: ticketCalls.detail }

/** What every act's form has in common. */
export const recordOf = (title: string) => ({
  noun: '两票',
  nameOf,
  said: (ticket: TicketDetail) => [`已办理${title}`, nameOf(ticket)] as const,
})

/** What each act is about to do, in a sentence. */
const consequences: Partial<Record<TicketAct, string>> = {
  submit: '提交后编号，内容不能再改；退回后可以修改。',
  issue: '确认工作必要，安全措施正确完备，人员合适。',
  cosign: '本单位对措施和人员会签。',
  review: '确认内容和措施正确。',
  approve: '同意按票执行。',
  receive: '接收后由许可人布置安全措施。',
  sendBack: '退回填票人修改，之前的签名不再有效。',
  permit: '安全措施已全部执行，工作地点已验明无电；负责人确认后开工。',
  deny: '不许可的票盖“未执行”，不能恢复。',
  confirm: '与许可人一起核对过现场的安全措施，已向工作班交底。',
  pause: '人员撤离，安全措施保持不动。',
  resume: '复工前检查安全措施没有变动。',
  finish: '之后工作班不能再进入现场，由许可人终结工作票。',
  close: '接地已拆除，常设遮栏已恢复；盖“已执行”。',
  start: '在模拟图上预演过，操作人和监护人不再更换。',
  complete: '全部操作项目已打√，检查无误，向发令人汇报。',
  abort: '已打√的保留，余下各项不再操作。',
  void: '作废后不能恢复，请另外办票。',
  recall: '立即停止工作，人员撤离，恢复安全措施；票盖“作废”。',
}

export const dangerous: readonly TicketAct[] = ['deny', 'abort', 'void', 'recall']

/** What the dialog of an act asks. */
export const questionOf = (act: TicketAct, title: string) => ({
  title: `${title}？`,
  text: consequences[act],
  verb: title,
  danger: dangerous.includes(act),
})
