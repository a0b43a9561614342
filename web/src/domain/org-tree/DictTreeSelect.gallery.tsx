import { useState } from 'react'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import { Field } from '../../kit/Field.tsx'
import { DictTreeSelect, type DictTable } from './DictTreeSelect.tsx'

function Shown({ dict, disabled }: { dict: DictTable; disabled?: boolean }) {
  const [value, setValue] = useState<string>()
  return (
    <Field label="归属部门">
      {(control) => (
        <DictTreeSelect
          {...control}
          dict={dict}
          value={value}
          onChange={setValue}
          name="归属部门"
          disabled={disabled}
        />
      )}
    </Field>
  )
}

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
