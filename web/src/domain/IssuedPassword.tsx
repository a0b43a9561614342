import { KeyRound } from 'lucide-react'
import { Button } from '../kit/Button.tsx'
import { CopyText } from '../kit/CopyText.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import css from './issued.module.css'

export type Issued = { title: string; username: string; password: string }

type IssuedPasswordProps = { issued: Issued | null; onClose: () => void }

/** A newly set password, shown only once, because the server stores only its hash. */
export function IssuedPassword({ issued, onClose }: IssuedPasswordProps) {
  return (
    <Dialog
      open={issued !== null}
      title={issued?.title ?? ''}
      icon={KeyRound}
      buttons={
        <Button kind="pri" onClick={onClose}>
          我已记下
        </Button>
      }
    >
      <div className="t2">请转交本人，首次登录须修改密码。关闭后密码不再显示。</div>
      {issued && (
        <dl className={`touch ${css.issued}`}>
          <dt>账号</dt>
          <dd>
            <span className="grow">{issued.username}</span>
            <CopyText text={issued.username} label="复制账号" />
          </dd>
          <dt>密码</dt>
          <dd>
            <code className="grow">{issued.password}</code>
            <CopyText text={issued.password} label="复制密码" />
          </dd>
        </dl>
      )}
    </Dialog>
  )
}
