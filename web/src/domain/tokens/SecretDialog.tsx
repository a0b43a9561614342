import { TriangleAlert } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import css from './tokens.module.css'

type SecretDialogProps = { open?: boolean; title: string; secret: string; use: string; onClose: () => void }

/** A secret that is shown this once. Only its button closes it, so that it is not lost by a stray press. */
export const SecretDialog = ({ open, title, secret, use, onClose }: SecretDialogProps) => (
  <Dialog
    open={open}
    title={title}
    width={520}
    buttons={
      <Button kind="pri" onClick={onClose}>
        已保存
      </Button>
    }
  >
    <p className="alert undo">
      <TriangleAlert className="i" aria-hidden />
      <span>只显示这一次，关闭后无法再看到，请现在保存到密码库。</span>
    </p>
    <p className={css.secret}>
      <code>{secret}</code>
      <CopyText text={secret} label="复制密钥" />
    </p>
    <p className="t3 s12">{use}</p>
  </Dialog>
)
