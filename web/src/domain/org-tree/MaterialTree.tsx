import { materialCalls, type MaterialCategory, type MaterialUse } from '@heliodesk/contract/materials.ts'
import { Folder, Package } from 'lucide-react'
import { send } from '../../lib/call.ts'
import { OrgTree } from './OrgTree.tsx'
import { plainItem, type TreeItem } from './tree-store.ts'
import { useWholeTree } from './use-whole-tree.ts'

type MaterialTreeProps = {
  /** The code of the chosen category; '' is all of them. */
  value: string
  onChange: (materialTypeCode: string) => void
  /** Only categories of this use. */
  belongTo?: MaterialUse
  height?: string
}

/** The tree of material categories below an added root 全部, whose code is empty (spec 2 §2). */
export function MaterialTree({ value, onChange, belongTo, height }: MaterialTreeProps) {
  const session = useWholeTree(belongTo ?? '', async (signal) => {
    const classes = await send(materialCalls.categories, { belongTo: belongTo ?? '' }, { signal })
    return [toItem({ materialTypeCode: '', materialTypeName: '全部', children: classes })]
  })
  return (
    <OrgTree
      session={session}
      label="物资分类"
      chosen={[value]}
      lookOf={({ leaf }) => ({ icon: leaf ? Package : Folder, note: null, reason: null })}
      mayPick={() => true}
      onPick={({ key }) => onChange(key)}
      height={height}
    />
  )
}

const toItem = (node: MaterialCategory): TreeItem<MaterialCategory> =>
  plainItem({
    key: node.materialTypeCode,
    name: node.materialTypeName,
    data: node,
    children: node.children.map(toItem),
  })
