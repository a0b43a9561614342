import { Modal } from 'antd'
import { Button } from '../../kit/Button.tsx'
import { signInAgain } from '../../lib/call-errors.ts'
import '../../kit/dialog.css'

/** Shown when a download found the session expired; the only action is to sign in again (spec 1 §8). */
export function ExpiredDialog() {
  return (
    <Modal
      open
      title="登录已过期"
      width={440}
      centered
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      className="dialog"
    >
      <div className="t2">很抱歉，登录已过期，请重新登录</div>
      <div className="buttons">
        <Button kind="pri" onClick={signInAgain}>
          重新登录
        </Button>
      </div>
    </Modal>
  )
}
