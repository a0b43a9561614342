import type { GalleryEntry } from '../../../gallery/entry.ts'
import { imageOf } from './sample.ts'
import { ProcessDiagram } from './ProcessDiagram.tsx'

const short = imageOf([
  ['调度指派', 'done'],
  ['现场执行', 'current'],
  ['验收', 'idle'],
])
const long = imageOf(Array.from({ length: 14 }, (_each, at): [string, string] => [`第 ${at + 1} 步`, 'idle']))

const Framed = ({ image }: { image: string }) => (
  <div style={{ display: 'flex', height: 260 }}>
    <ProcessDiagram image={image} name="示例" />
  </div>
)

export default {
  title: '流程图',
  group: '展示',
  states: {
    办理中: () => <Framed image={short} />,
    很长: () => <Framed image={long} />,
  },
} satisfies GalleryEntry
