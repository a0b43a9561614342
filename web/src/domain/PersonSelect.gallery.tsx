import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold } from '../../gallery/Hold.tsx'
import { PersonSelect } from './PersonSelect.tsx'
import '../kit/search-bar/search-bar.css'

export default {
  title: '人员',
  group: '选择',
  states: {
    数据范围内的执行人: () => (
      <div className="search-bar">
        <div className="filters">
          <Hold<string | undefined> start={undefined}>
            {(value, onChange) => <PersonSelect label="负责人" value={value} onChange={onChange} />}
          </Hold>
        </div>
      </div>
    ),
  },
} satisfies GalleryEntry
