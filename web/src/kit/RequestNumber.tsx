import { CircleCheck, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import css from './request-number.module.css'

/** Long enough to name a request; copying gives the whole number. */
const SHORT = 8

/** The number by which an operator finds a failed request in the server's log. */
export function RequestNumber({ id }: { id: string }) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? CircleCheck : Copy
  return (
    <span className={css.number} title={id}>
      请求号 {id.slice(0, SHORT)}
      <button
        type="button"
        className="ib sm"
        aria-label="复制请求号"
        onClick={() => void copyText(id).then(setCopied)}
      >
        <Icon className="i s" aria-hidden />
      </button>
    </span>
  )
}

/** The number behind one press, for refusals that explain themselves. */
export const RequestDetails = ({ id }: { id: string }) => (
  <details className={css.details}>
    <summary>详情</summary>
    <RequestNumber id={id} />
  </details>
)
