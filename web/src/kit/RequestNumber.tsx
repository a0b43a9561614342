import { CircleCheck, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import css from './request-number.module.css'

/** Long enough to name a request. The whole number is what is copied; it is shown where the browser forbids that. */
const SHORT = 8

/** The number by which an operator finds a failed request in the server's log. */
export function RequestNumber({ id }: { id: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const Icon = copied ? CircleCheck : Copy
  return (
    <span className={css.number} title={id}>
      请求号 {copied === false ? id : id.slice(0, SHORT)}
      <button
        type="button"
        className="ib sm"
        aria-label={copied ? '已复制' : '复制请求号'}
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
