import { signInMethods } from '@heliodesk/contract/sign-in-methods.ts'
import { Globe, LogIn, Monitor } from 'lucide-react'
import { CopyText } from '../../kit/CopyText.tsx'
import { OutcomeTag, type Entry } from './sign-in-log.tsx'
import css from './sign-in-log.module.css'

/** The card of a log entry, in the phone layout. */
export function EntryCard({ entry }: { entry: Entry }) {
  const { time, login, realname, outcome, reason, method, clientAddress, device, sessionId } = entry
  return (
    <article className={`touch row-card ${css.entryCard}`}>
      <header>
        <OutcomeTag state={outcome} />
        <span className="t3 mla">{time}</span>
      </header>
      <p className={css.who}>
        <b>{realname ?? login}</b>
        {realname && <span className="t3">{login}</span>}
      </p>
      {reason && <p className="t2">{reason}</p>}
      <ul className="facts">
        <li>
          <LogIn className="i" aria-label="方式" />
          {signInMethods[method]}
        </li>
        <li>
          <Monitor className="i" aria-label="设备" />
          {device}
        </li>
        {clientAddress && (
          <li>
            <Globe className="i" aria-label="地址" />
            {clientAddress}
            <CopyText text={clientAddress} label={`复制地址 ${clientAddress}`} />
          </li>
        )}
        {sessionId && (
          <li>
            会话 {sessionId.slice(0, 8)}
            <CopyText text={sessionId} label={`复制会话编号 ${sessionId}`} />
          </li>
        )}
      </ul>
    </article>
  )
}
