import type { GalleryEntry } from '../../../gallery/entry.ts'
import { HeldField } from '../../../gallery/Hold.tsx'
import { DictTreeSelect, type DictTable } from './DictTreeSelect.tsx'

const Shown = (props: { dict: DictTable; disabled?: boolean }) => (
  <HeldField<string | undefined> label="归属部门" start={undefined}>
    {(input) => <DictTreeSelect {...input} {...props} name="归属部门" />}
  </HeldField>
)

export default {
  title: '字典树选择',
  group: '选择',
  states: {
    部门: () => <Shown dict={{ tableName: 'sys_depart' }} />,
    设备类型: () => <Shown dict={{ tableName: 'device_type' }} />,
    只读: () => <Shown dict={{ tableName: 'sys_depart' }} disabled />,
    条件有误: () => <Shown dict={{ tableName: 'sys_depart', condition: 'status=1' }} />,
  },
} satisfies GalleryEntry
