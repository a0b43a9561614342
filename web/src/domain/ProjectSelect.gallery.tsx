import type { GalleryEntry } from '../../gallery/entry.ts'
import { HeldField } from '../../gallery/Hold.tsx'
import { ProjectSelect } from './ProjectSelect.tsx'

type ShownProps = { single?: boolean; openOnly?: boolean; excludeClosed?: boolean; disabled?: boolean }

const Shown = (props: ShownProps) => (
  <HeldField<string[]> label="项目" start={props.disabled ? ['1'] : []}>
    {(input) => <ProjectSelect {...input} {...props} />}
  </HeldField>
)

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
