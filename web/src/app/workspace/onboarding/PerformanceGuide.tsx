import { NoticeDialog } from '../../../kit/NoticeDialog.tsx'

/** Announces the upgraded performance pages, once (spec 1 §2.7). */
export const PerformanceGuide = ({ onClose }: { onClose: () => void }) => (
  <NoticeDialog title="履约升级" onClose={onClose}>
    <div className="t2">“履约界面”已升级为“履约管理”，原有数据全部保留，可在“履约管理”中继续使用。</div>
  </NoticeDialog>
)
