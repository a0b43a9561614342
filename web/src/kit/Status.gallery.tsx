import { flowStatuses, type FlowStatus } from '@heliodesk/contract/work-order-rules.ts'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { OnOff } from './OnOff.tsx'
import { DoneMark, StatusGlyph, StatusLabel, StatusTag } from './Status.tsx'

const statuses = Object.keys(flowStatuses).map((each) => Number(each) as FlowStatus)

const Labels = ({ labels }: { labels: readonly string[] }) => (
  <span className="row" style={{ flexWrap: 'wrap' }}>
    {labels.map((label) => (
      <StatusLabel key={label} label={label} />
    ))}
  </span>
)

export default {
  title: '状态',
  group: '展示',
  states: {
    工单状态: () => (
      <span className="row" style={{ flexWrap: 'wrap' }}>
        {statuses.map((status) => (
          <StatusGlyph key={status} status={status} />
        ))}
      </span>
    ),
    只有图形: () => (
      <span className="row">
        {statuses.map((status) => (
          <StatusGlyph key={status} status={status} bare />
        ))}
      </span>
    ),
    标签: () => (
      <span className="row" style={{ flexWrap: 'wrap' }}>
        {statuses.map((status) => (
          <StatusTag key={status} status={status} />
        ))}
      </span>
    ),
    '未提交组 noSubmit': () => <Labels labels={['未提交', '未分解', '待分解', '草稿']} />,
    '待开始组 waitBegin': () => <Labels labels={['未开始', '已退回']} />,
    '进行组 processing': () => <Labels labels={['进行中', '处理中', '维护中', '已启用']} />,
    '待办组 undo': () => <Labels labels={['待指派', '待审核', '审核中', '未下发', '退回待分解']} />,
    '验收组 check': () => <Labels labels={['验收中']} />,
    '完成组 finish': () => <Labels labels={['已完成', '已提交', '已生效', '已分解', '已归档']} />,
    '停止组 stop': () => <Labels labels={['已终止', '已结束', '已退场', '已停用']} />,
    不在任何组里: () => <Labels labels={['试运行']} />,
    '启用与停用、完成与否': () => (
      <span className="row">
        <OnOff on text="启用" />
        <OnOff on={false} text="停用" />
        <DoneMark done />
        <DoneMark done={false} />
        <DoneMark done={false} current />
      </span>
    ),
  },
} satisfies GalleryEntry
