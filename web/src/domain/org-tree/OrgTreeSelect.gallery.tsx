import { useState } from 'react'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import { Field } from '../../kit/Field.tsx'
import type { OrgMode } from './org-source.ts'
import { OrgTreeSelect } from './OrgTreeSelect.tsx'
import type { OrgScope } from './selection.ts'

type ShownProps = {
  mode: OrgMode
  start?: Partial<OrgScope>
  single?: boolean
  disabled?: boolean
  label?: string
}

const NONE: Partial<OrgScope> = {}

function Shown({ start = NONE, label, ...rest }: ShownProps) {
  const [value, setValue] = useState<Partial<OrgScope>>(start)
  if (label) return <OrgTreeSelect {...rest} label={label} value={value} onChange={setValue} />
  return (
    <Field label="电站范围" required>
      {(control) => <OrgTreeSelect {...control} {...rest} value={value} onChange={setValue} />}
    </Field>
  )
}

const FEW: Partial<OrgScope> = { depCodes: ['A01A02'], psIds: ['1', '2'] }

/** Every mode of the station and department tree. */
export default {
  title: '电站/部门树选择',
  group: '选择',
  states: {
    电站: () => <Shown mode={{ kind: 'station' }} />,
    已选: () => <Shown mode={{ kind: 'station' }} start={FEW} />,
    筛选栏: () => <Shown mode={{ kind: 'station', insight: true }} start={FEW} label="电站" />,
    仅部门: () => <Shown mode={{ kind: 'department' }} />,
    到项目: () => <Shown mode={{ kind: 'psa' }} />,
    洞察: () => <Shown mode={{ kind: 'station', insight: true }} />,
    车辆: () => <Shown mode={{ kind: 'car' }} />,
    单选: () => <Shown mode={{ kind: 'station' }} single />,
    只读: () => <Shown mode={{ kind: 'department' }} start={{ depCodes: ['A01A02'] }} disabled />,
    有误: () => (
      <Field label="电站范围" required error="此项为必填项">
        {(control) => (
          <OrgTreeSelect {...control} mode={{ kind: 'station' }} value={{}} onChange={() => undefined} />
        )}
      </Field>
    ),
  },
} satisfies GalleryEntry
