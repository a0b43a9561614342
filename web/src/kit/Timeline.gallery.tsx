import type { GalleryEntry } from '../../gallery/entry.ts'
import { Timeline } from './Timeline.tsx'

export default {
  title: '时间线',
  group: '展示',
  states: {
    '当前、完成、退回': () => (
      <Timeline
        entries={[
          { key: '4', title: '等待验收', person: '站长 王海燕', color: null },
          {
            key: '3',
            title: '提交验收',
            person: '运维工程师 李志强',
            time: '2026-11-21 16:20:08',
            color: 'limegreen',
          },
          {
            key: '2',
            title: '退回',
            person: '站长 王海燕',
            time: '2026-11-21 11:02:31',
            note: '缺少更换后的照片',
            color: 'red',
          },
          {
            key: '1',
            title: '创建工单',
            person: '值班员 周敏',
            time: '2026-11-20 09:12:45',
            color: 'limegreen',
          },
        ]}
      />
    ),
    只有一条: () => (
      <Timeline entries={[{ key: '1', title: '创建工单', time: '2026-11-20 09:12:45', color: null }]} />
    ),
  },
} satisfies GalleryEntry
