import { useState } from 'react'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import { Field } from '../../kit/Field.tsx'
import { ProjectTreeSelect } from './ProjectTreeSelect.tsx'

type ShownProps = {
  onlyProjects?: boolean
  multiple?: boolean
  disabled?: boolean
  of?: 'all' | 'households'
}

function Shown(props: ShownProps) {
  const [value, setValue] = useState<string[]>(props.disabled ? ['1'] : [])
  return (
    <Field label={props.onlyProjects ? '项目' : '电站'}>
      {(control) => <ProjectTreeSelect {...control} {...props} value={value} onChange={setValue} />}
    </Field>
  )
}

export default {
  title: '项目树选择',
  group: '选择',
  states: {
    选电站: () => <Shown />,
    选多座: () => <Shown multiple />,
    仅项目: () => <Shown onlyProjects />,
    全部: () => <Shown of="all" />,
    户用: () => <Shown of="households" />,
    只读: () => <Shown disabled />,
  },
} satisfies GalleryEntry
