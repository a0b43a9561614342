import { useState } from 'react'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { Field } from '../kit/Field.tsx'
import { StationSelect } from './StationSelect.tsx'

type ShownProps = { multiple?: boolean; onlyOne?: boolean; psaIds?: string[]; start?: string[] }

function Shown({ start, ...rest }: ShownProps) {
  const [value, setValue] = useState<string[]>(start ?? [])
  return (
    <Field label="电站">
      {(control) => <StationSelect {...control} {...rest} value={value} onChange={setValue} />}
    </Field>
  )
}

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
