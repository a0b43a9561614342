import { Modal } from 'antd'
import { Button } from '../../../kit/Button.tsx'
import '../../../kit/dialog.css'

/** Announces the upgraded performance pages, once (spec 1 §2.7). */
export function PerformanceGuide({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      open
      title="履约升级"
      width={440}
      centered
      closable={false}
      footer={null}
      onCancel={onClose}
      className="dialog"
    >
      <div className="t2">“履约界面”已升级为“履约管理”，原有数据全部保留，可在“履约管理”中继续使用。</div>
      <div className="buttons">
        <Button kind="pri" autoFocus onClick={onClose}>
          我知道了
        </Button>
      </div>
    </Modal>
  )
}
