import { useState } from 'react'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { Field } from '../kit/Field.tsx'
import { ProjectSelect } from './ProjectSelect.tsx'

type ShownProps = { single?: boolean; openOnly?: boolean; excludeClosed?: boolean; disabled?: boolean }

function Shown(props: ShownProps) {
  const [value, setValue] = useState<string[]>(props.disabled ? ['1'] : [])
  return (
    <Field label="项目">
      {(control) => <ProjectSelect {...control} {...props} value={value} onChange={setValue} />}
    </Field>
  )
}

export default {
  title: '项目选择',
  group: '选择',
  states: {
    多个: () => <Shown />,
    一个: () => <Shown single />,
    已关闭的不可选: () => <Shown single openOnly />,
    不列已关闭: () => <Shown single excludeClosed />,
    停用: () => <Shown single disabled />,
  },
} satisfies GalleryEntry
