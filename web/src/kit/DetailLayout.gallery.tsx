import type { GalleryEntry } from '../../gallery/entry.ts'
import { drawnPicture, shownFile } from '../../gallery/file-samples.ts'
import { CopyText } from './CopyText.tsx'
import { DetailLayout, type DetailField } from './DetailLayout.tsx'
import { formatDay, formatNumber, formatSecond } from './format.ts'

const facts: DetailField[] = [
  { label: '电站', value: '云岭一期' },
  { label: '归属部门', value: '云南运维中心' },
  { label: '电站类型', value: '1', dictionary: { 1: '集中式', 2: '工商业分布式' } },
  { label: '装机容量', value: `${formatNumber(50_000)} kWp` },
  { label: '并网日期', value: formatDay('2021-06-30 00:00:00') },
  { label: '最近巡检', value: formatSecond('2026-11-20 09:12:45') },
  { label: '负责人', value: ['李志强', '王海燕'] },
  { label: '业主', value: null },
  {
    label: '外部编号',
    value: (
      <span className="copyable">
        EXT-00017
        <CopyText text="EXT-00017" label="复制外部编号" />
      </span>
    ),
  },
  { label: '说明', value: '位于山脊南坡，雨季道路湿滑，进站需提前联系值班员。', span: 3 },
]

export default {
  title: '详情布局',
  group: '展示',
  states: {
    '默认标题，空值为 --': () => <DetailLayout items={facts} />,
    可以收起: () => <DetailLayout title="位置" collapsible items={facts.slice(0, 4)} />,
    标题旁的事实: () => (
      <DetailLayout title="两票信息" fact={<span className="tag ln">2 张</span>} items={facts.slice(0, 2)} />
    ),
    文件: () => (
      <DetailLayout
        title="资料"
        items={[
          {
            label: '现场照片',
            span: 3,
            files: [
              shownFile('逆变器.png', drawnPicture('#c8b26a')),
              shownFile('接头.png', drawnPicture('#7aa37a')),
            ],
          },
          { label: '附件', files: [] },
        ]}
      />
    ),
    服务器的字典: () => (
      <DetailLayout items={[{ label: '采购方式', value: '1', dictionary: 'purchasesWay' }]} />
    ),
    很窄的地方: () => (
      <div style={{ width: 260 }}>
        <DetailLayout items={facts.slice(0, 4)} />
      </div>
    ),
  },
} satisfies GalleryEntry
