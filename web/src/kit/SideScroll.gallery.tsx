import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold } from '../../gallery/Hold.tsx'
import { Chip } from './Chip.tsx'
import { SideScroll } from './SideScroll.tsx'

const seasons = ['春季检修', '夏季大发', '秋季检修', '冬季保电', '全年']

const Row = ({ width, start }: { width: number; start: string }) => (
  <Hold<string> start={start}>
    {(value, onChange) => (
      <div style={{ width }}>
        <SideScroll chosen={value} className="row" role="group" aria-label="时段">
          {seasons.map((each) => (
            <Chip key={each} chosen={each === value} onChoose={() => onChange(each)}>
              {each}
            </Chip>
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
