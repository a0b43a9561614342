import type { GalleryEntry } from '../../../gallery/entry.ts'
import { HeldField } from '../../../gallery/Hold.tsx'
import { ProjectTreeSelect } from './ProjectTreeSelect.tsx'

type ShownProps = {
  onlyProjects?: boolean
  multiple?: boolean
  disabled?: boolean
  of?: 'all' | 'households'
}

const Shown = (props: ShownProps) => (
  <HeldField<string[]> label={props.onlyProjects ? '项目' : '电站'} start={props.disabled ? ['1'] : []}>
    {(input) => <ProjectTreeSelect {...input} {...props} />}
  </HeldField>
)

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
