import type { GalleryEntry } from '../../../../gallery/entry.ts'
import { Hold } from '../../../../gallery/Hold.tsx'
import { ApproverList } from './ApproverList.tsx'
import { empty, formFields, locked, purchase, withLanes } from './samples.ts'

const Framed = ({ start, readOnly = false }: { start: string; readOnly?: boolean }) => (
  <div style={{ display: 'flex', height: 760, border: '1px solid var(--line)' }}>
    <Hold start={start}>
      {(xml, onChange) => (
        <ApproverList xml={xml} onChange={onChange} readOnly={readOnly} fieldsOf={() => formFields} />
      )}
    </Hold>
  </div>
)

export default {
  title: '审批列表',
  group: '录入',
  states: {
    '条件、会签、等待': () => <Framed start={purchase} />,
    空的流程: () => <Framed start={empty} />,
    有图中维护的部分: () => <Framed start={locked} />,
    只读: () => <Framed start={purchase} readOnly />,
    不能显示为列表: () => <Framed start={withLanes} />,
  },
} satisfies GalleryEntry
