import type { GalleryEntry } from '../../gallery/entry.ts'
import { HeldField, Hold } from '../../gallery/Hold.tsx'
import { DeviceTypeCascader } from './DeviceTypeCascader.tsx'

export default {
  title: '设备类型级联',
  group: '选择',
  states: {
    作为筛选: () => (
      <Hold<string | undefined> start={undefined}>
        {(value, onChange) => <DeviceTypeCascader label="设备类型" value={value} onChange={onChange} />}
      </Hold>
    ),
    '在表单里，停用的类型不能选': () => (
      <HeldField<string | undefined> label="设备类型" start={undefined}>
        {(input) => <DeviceTypeCascader {...input} openOnly />}
      </HeldField>
    ),
    有误: () => (
      <HeldField<string | undefined> label="设备类型" error="此项为必填项" start={undefined}>
        {(input) => <DeviceTypeCascader {...input} />}
      </HeldField>
    ),
    不能操作: () => (
      <HeldField<string | undefined> label="设备类型" start={undefined}>
        {(input) => <DeviceTypeCascader {...input} disabled />}
      </HeldField>
    ),
  },
} satisfies GalleryEntry
