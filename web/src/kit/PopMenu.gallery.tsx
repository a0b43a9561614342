import { Ellipsis, Pencil, Printer, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold } from '../../gallery/Hold.tsx'
import { told } from '../../gallery/told.ts'
import { Button } from './Button.tsx'
import { useContextMenu } from './ContextMenu.tsx'
import { PopMenu, spotUnder, type MenuItem, type Spot } from './PopMenu.tsx'

const items: MenuItem[] = [
  { text: '编辑', icon: Pencil, onSelect: told('编辑') },
  { text: '打印', icon: Printer, refusal: '签发之后才能打印', onSelect: told('打印') },
  { text: '未读消息', badge: 128, onSelect: told('未读消息') },
  { text: '当前项', current: true, onSelect: told('当前项') },
  { text: '不可用', disabled: true, onSelect: told('不可用') },
  { text: '删除', icon: Trash2, danger: true, onSelect: told('删除') },
]

function Opener() {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <Hold<Spot | null> start={null}>
      {(spot, onSpot) => (
        <span ref={anchor} data-opens="">
          <Button
            icon={Ellipsis}
            repeatMs={0}
            onClick={() => onSpot(spot ? null : spotUnder(anchor.current!))}
          >
            更多操作
          </Button>
          {spot && <PopMenu label="更多操作" spot={spot} items={items} onClose={() => onSpot(null)} />}
        </span>
      )}
    </Hold>
  )
}

function Rows() {
  const context = useContextMenu((row: string) => ({
    label: `${row}的操作`,
    items: ['查看', '复制名称', '查看工单'].map((text) => ({ text, onSelect: told(`${text}：${row}`) })),
  }))
  return (
    <ul>
      {['云岭一期', '沙坡头二期', '青铜峡光伏园'].map((row) => (
        <li key={row} style={{ marginBottom: 4 }}>
          <button
            type="button"
            className="btn"
            aria-haspopup="menu"
            onContextMenu={(event) => context.open(event, row)}
          >
            {row}
          </button>
        </li>
      ))}
      {context.menu}
    </ul>
  )
}

export default {
  title: '菜单与右键菜单',
  group: '操作',
  states: {
    '按钮打开的菜单（方向键、Home、End、Enter、Esc）': () => <Opener />,
    '右键、长按或 Shift+F10 在光标处打开': () => <Rows />,
  },
} satisfies GalleryEntry
