import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold } from '../../gallery/Hold.tsx'
import { DeviceTypeCascader } from './DeviceTypeCascader.tsx'
import { Field } from '../kit/Field.tsx'

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
      <Hold<string | undefined> start={undefined}>
        {(value, onChange) => (
          <Field label="设备类型">
            {(control) => <DeviceTypeCascader {...control} openOnly value={value} onChange={onChange} />}
          </Field>
        )}
      </Hold>
    ),
    有误: () => (
      <Hold<string | undefined> start={undefined}>
        {(value, onChange) => (
          <Field label="设备类型" error="此项为必填项">
            {(control) => <DeviceTypeCascader {...control} value={value} onChange={onChange} />}
          </Field>
        )}
      </Hold>
    ),
    不能操作: () => (
      <Field label="设备类型">
        {(control) => (
          <DeviceTypeCascader {...control} disabled value={undefined} onChange={() => undefined} />
        )}
      </Field>
    ),
  },
} satisfies GalleryEntry
