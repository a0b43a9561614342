import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { signInAgain } from '../../lib/call-errors.ts'

/** Shown when a download found the session expired; the only action is to sign in again (spec 1 §8). */
export const ExpiredDialog = () => (
  <Dialog
    title="登录已过期"
    buttons={
      <Button kind="pri" onClick={signInAgain}>
        重新登录
      </Button>
    }
  >
    <div className="t2">很抱歉，登录已过期，请重新登录</div>
  </Dialog>
)
