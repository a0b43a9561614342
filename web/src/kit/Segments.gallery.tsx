import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold } from '../../gallery/Hold.tsx'
import { Segments } from './Segments.tsx'

export default {
  title: '分段选择',
  group: '选择',
  states: {
    两项: () => (
      <Hold<'list' | 'map'> start="list">
        {(value, onChange) => (
          <Segments label="视图" choices={{ list: '列表', map: '地图' }} value={value} onChange={onChange} />
        )}
      </Hold>
    ),
    四项: () => (
      <Hold<'day' | 'week' | 'month' | 'year'> start="month">
        {(value, onChange) => (
          <Segments
            label="周期"
            choices={{ day: '日', week: '周', month: '月', year: '年' }}
            value={value}
            onChange={onChange}
          />
        )}
      </Hold>
    ),
  },
} satisfies GalleryEntry
