import { useState } from 'react'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import { RealStationTree } from './RealStationTree.tsx'

function Shown() {
  const [value, setValue] = useState<string>()
  return <RealStationTree value={value} onChange={setValue} />
}

export default {
  title: '实体电站树',
  group: '选择',
  states: { 有设备台账的电站: () => <Shown /> },
} satisfies GalleryEntry
