import { useState } from 'react'
import type { MaterialUse } from '@heliodesk/contract/materials.ts'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import { MaterialTree } from './MaterialTree.tsx'

function Shown({ belongTo }: { belongTo?: MaterialUse }) {
  const [value, setValue] = useState('')
  return <MaterialTree value={value} onChange={setValue} belongTo={belongTo} />
}

export default {
  title: '物资分类树',
  group: '选择',
  states: {
    全部: () => <Shown />,
    备品备件: () => <Shown belongTo="spare" />,
    工器具: () => <Shown belongTo="tool" />,
  },
} satisfies GalleryEntry
