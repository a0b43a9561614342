import { FileX2 } from 'lucide-react'
import { NoticeDialog } from './NoticeDialog.tsx'

type AbandonedDataProps = { open: boolean; onClose: () => void }

/** Shown when a link or a message points to a record that no longer exists (spec 1 §2.7). */
export const AbandonedData = (dialog: AbandonedDataProps) => (
  <NoticeDialog {...dialog} icon={FileX2} title="该数据及相关功能已删除">
    <div className="t2">因关联流程已结束，如需查看历史数据请联系运维人员</div>
  </NoticeDialog>
)
