import { Modal } from 'antd'
import { FileX2 } from 'lucide-react'
import { Button } from './Button.tsx'
import { useBack } from './use-back.ts'
import './dialog.css'

type AbandonedDataProps = { open: boolean; onClose: () => void }

/** Shown when a link or a message points to a record that no longer exists (spec 1 §2.7). */
export function AbandonedData({ open, onClose }: AbandonedDataProps) {
  useBack(open, onClose)
  return (
    <Modal
      open={open}
      title={
        <>
          <FileX2 className="i l t3" aria-hidden />
          该数据及相关功能已删除
        </>
      }
      width={440}
      centered
      closable={false}
      footer={null}
      destroyOnHidden
      onCancel={onClose}
      className="dialog"
    >
      <div className="t2">因关联流程已结束，如需查看历史数据请联系运维人员</div>
      <div className="buttons">
        <Button kind="pri" autoFocus onClick={onClose}>
          我知道了
        </Button>
      </div>
    </Modal>
  )
}
