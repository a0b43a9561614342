import { CircleCheck, Copy, Pencil, Printer, Trash2, Undo2 } from 'lucide-react'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { told } from '../../gallery/told.ts'
import { ButtonGroup, FooterButtons, type GroupAction } from './ButtonGroup.tsx'

const action = (title: string, more: Partial<GroupAction> = {}): GroupAction => ({
  key: title,
  title,
  refusal: null,
  run: told(title),
  ...more,
})

const five = [
  action('同意', { icon: CircleCheck, primary: true }),
  action('编辑', { icon: Pencil }),
  action('复制', { icon: Copy }),
  action('打印', { icon: Printer, refusal: '签发之后才能打印' }),
  action('删除', { icon: Trash2, danger: true }),
]

const foot = [
  action('暂存'),
  action('转办'),
  action('加签'),
  action('作废', { danger: true, refusal: '两票尚未终结' }),
  action('退回', { icon: Undo2 }),
  action('同意', { icon: CircleCheck, primary: true }),
]

export default {
  title: '按钮组',
  group: '操作',
  states: {
    '默认两个，其余在“…”里': () => <ButtonGroup actions={five} />,
    一个也不多: () => <ButtonGroup actions={five.slice(0, 2)} />,
    自定数量: () => <ButtonGroup actions={five} limit={4} />,
    小号: () => <ButtonGroup actions={five} size="sm" />,
    '页脚：四个都在': () => <FooterButtons actions={foot.slice(2)} />,
    '页脚：首个、更多、末两个': () => <FooterButtons actions={foot} />,
  },
} satisfies GalleryEntry
