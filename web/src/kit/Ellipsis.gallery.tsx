import type { GalleryEntry } from '../../gallery/entry.ts'
import { Ellipsis } from './Ellipsis.tsx'

const text = '3 号逆变器直流侧绝缘阻抗低，停机检查后更换 MC4 接头，恢复并网，观察一周未再发生。'

export default {
  title: '省略文本',
  group: '展示',
  states: {
    '默认 25 个字符，悬停、聚焦或点按看全文': () => <Ellipsis text={text} />,
    自定长度: () => <Ellipsis text={text} length={10} />,
    没有超长: () => <Ellipsis text="更换 MC4 接头" />,
  },
} satisfies GalleryEntry
