import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold } from '../../gallery/Hold.tsx'
import { SideScroll } from './SideScroll.tsx'

const seasons = ['春季检修', '夏季大发', '秋季检修', '冬季保电', '全年']

const Row = ({ width, start }: { width: number; start: string }) => (
  <Hold<string> start={start}>
    {(value, onChange) => (
      <div style={{ width }}>
        <SideScroll chosen={value} className="row" role="group" aria-label="时段">
          {seasons.map((each) => (
            <button
              key={each}
              type="button"
              className={each === value ? 'chip on' : 'chip'}
              aria-pressed={each === value}
              onClick={() => onChange(each)}
            >
              {each}
            </button>
          ))}
        </SideScroll>
      </div>
    )}
  </Hold>
)

export default {
  title: '一行选项',
  group: '选择',
  states: {
    放得下: () => <Row width={480} start="春季检修" />,
    右侧未完: () => <Row width={240} start="春季检修" />,
    两侧未完: () => <Row width={240} start="秋季检修" />,
  },
} satisfies GalleryEntry
