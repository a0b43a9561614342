import { Inbox, Plus } from 'lucide-react'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { told } from '../../gallery/told.ts'
import { CallError } from '../lib/call.ts'
import { Button } from './Button.tsx'
import { Empty, ErrorCard, ErrorStrip, NoMatch } from './States.tsx'

const offline = new CallError('网络连接不可用，请检查网络后重试', 0, 'offline', null)
const failed = new CallError('系统繁忙，请稍后重试', 500, 'internal', '8f3c21')

export default {
  title: '空与失败',
  group: '展示',
  states: {
    '还没有内容，有一个动作': () => (
      <Empty
        title="还没有电站"
        text="新增电站，或从文件导入。"
        action={
          <Button kind="pri" icon={Plus} onClick={told('新增电站')}>
            新增电站
          </Button>
        }
      />
    ),
    自选图标: () => <Empty title="没有未读消息" icon={Inbox} />,
    筛选没有结果: () => <NoMatch title="没有符合的电站" text="换个条件试试。" onClear={told('清除筛选')} />,
    '取数失败，有请求号': () => <ErrorCard title="电站没有取到" error={failed} onRetry={told('重试')} />,
    没有网络: () => <ErrorCard title="电站没有取到" error={offline} onRetry={told('重试')} />,
    '旧数据还在，更新失败': () => <ErrorStrip title="电站没有更新" error={failed} onRetry={told('重试')} />,
  },
} satisfies GalleryEntry
