import { companyNow } from '../../../lib/company-time.ts'
import { useSession } from '../../../lib/session.ts'
import type { OrderDetail } from '../order.ts'
import { SignatureDrawing } from '../SignatureDrawing.tsx'
import { givenAt, roleOf } from '../signature-words.ts'
import css from './print.module.css'

/** What is not accepted says so on every page. */
export function markOf({ flowSts, flowStsName }: OrderDetail) {
  if (flowSts === 4) return null
  return {
    text: flowStsName,
    warning:
      flowSts === 5 ? '工单未经验收，不得作为完工依据' : '工单尚未验收，内容可能变化，不得作为归档依据',
  }
}

/** What was signed on a phone. */
export const SignaturesOnPaper = ({ title, list }: { title: string; list: OrderDetail['signatureList'] }) => (
  <>
    <h2>{title}</h2>
    <ul className={css.signed} aria-label={title}>
      {list.map((signature) => (
        <li key={signature.id}>
          <SignatureDrawing {...signature} className={css.drawing} />
          <span>
            {roleOf(signature)} {signature.name}
            {signature.marks.length > 0 && `（${signature.marks.join('、')}）`}
          </span>
          <small>{givenAt(signature)}</small>
        </li>
      ))}
    </ul>
  </>
)

/** Lines to sign by hand, with the names that are known. */
export const Signatures = ({ order }: { order: OrderDetail }) => (
  <>
    <h2>签字</h2>
    <table className={css.signatures} aria-label="签字">
      <tbody>
        <tr>
          {[
            ['工作负责人', order.liablePerson],
            ['验收人', order.checkerName],
            ['站长', null],
          ].map(([role, name]) => (
            <td key={role}>
              {role}
              {name && `（${name}）`}：<span className={css.line} />
              <span className={css.date}>年&emsp;&emsp;月&emsp;&emsp;日</span>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  </>
)

/** Who printed a paper and when, and what its code is for. */
export const PrintedBy = () => (
  <p className={css.printed}>
    {useSession(({ user }) => user?.realname)} 打印于 {companyNow().format('YYYY-MM-DD HH:mm')} ·
    扫描二维码查看工单
  </p>
)
