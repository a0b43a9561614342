import type { GalleryEntry } from '../../gallery/entry.ts'
import { HeldField } from '../../gallery/Hold.tsx'
import { StationSelect } from './StationSelect.tsx'

type ShownProps = { multiple?: boolean; onlyOne?: boolean; psaIds?: string[]; start?: string[] }

const Shown = ({ start, ...rest }: ShownProps) => (
  <HeldField<string[]> label="电站" start={start ?? []}>
    {(input) => <StationSelect {...input} {...rest} />}
  </HeldField>
)

export default {
  title: '电站选择',
  group: '选择',
  states: {
    一座: () => <Shown />,
    多座: () => <Shown multiple />,
    已选三座: () => <Shown multiple start={['1', '2', '3']} />,
    只有一座时选中: () => <Shown onlyOne />,
    须先选项目: () => <Shown psaIds={[]} />,
  },
} satisfies GalleryEntry
