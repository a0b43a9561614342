import { paths } from '@heliodesk/contract/paths.ts'
import { Mail } from 'lucide-react'
import { Count } from './Count.tsx'
import { Tip } from './Tip.tsx'
import { useMailTip } from './use-mail-tip.ts'
import { useUnread } from './use-unread.ts'
import css from './head-icons.module.css'

const LABEL = '给总经理写信'

export function Mailbox() {
  const { mail } = useUnread()
  const tip = useMailTip()
  return (
    <span className={css.withTip}>
      <a
        className="ib"
        href={paths.mail.href()}
        aria-label={mail > 0 ? `${LABEL}，${mail} 条未读` : LABEL}
        title={LABEL}
      >
        <Mail className="i" aria-hidden />
        <Count count={mail} />
      </a>
      {tip && <Tip>{LABEL}</Tip>}
    </span>
  )
}
