import { Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react'
import type { GalleryEntry } from '../../gallery/entry.ts'
import { Hold } from '../../gallery/Hold.tsx'
import { Button, IconButton } from './Button.tsx'

export default {
  title: '按钮',
  group: '操作',
  states: {
    主次: () => (
      <span className="row" style={{ flexWrap: 'wrap' }}>
        <Button kind="pri" icon={Plus}>
          新建
        </Button>
        <Button icon={Pencil}>编辑</Button>
        <Button kind="txt">取消</Button>
        <Button kind="dng" icon={Trash2}>
          删除
        </Button>
        <Button kind="dngf">终止 1 张</Button>
      </span>
    ),
    大小: () => (
      <span className="row" style={{ flexWrap: 'wrap' }}>
        <Button size="sm">查询</Button>
        <Button>查询</Button>
        <Button size="lg">查询</Button>
      </span>
    ),
    '不能按，并说明原因': () => (
      <span className="row" style={{ flexWrap: 'wrap' }}>
        <Button kind="pri" refusal="请先选择电站">
          指派
        </Button>
        <Button refusal="工单已完成">退回</Button>
      </span>
    ),
    进行中: () => (
      <span className="row" style={{ flexWrap: 'wrap' }}>
        <Button kind="pri" busy>
          保存
        </Button>
        <Button busy>导出</Button>
      </span>
    ),
    '1 秒内的重复点击不算': () => (
      <Hold start={0}>
        {(pressed, onPress) => <Button onClick={() => onPress(pressed + 1)}>按过 {pressed} 次</Button>}
      </Hold>
    ),
    图标按钮: () => (
      <Hold start={false}>
        {(on, onSwitch) => (
          <span className="row" style={{ flexWrap: 'wrap' }}>
            <IconButton icon={RefreshCw} label="刷新" />
            <IconButton icon={RefreshCw} label="小号" small />
            <IconButton icon={Pencil} label="编辑模式" on={on} onClick={() => onSwitch(!on)} />
            <IconButton icon={Trash2} label="删除" refusal="内置项不能删除" />
          </span>
        )}
      </Hold>
    ),
  },
} satisfies GalleryEntry
