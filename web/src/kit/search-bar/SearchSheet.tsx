import { Drawer } from 'antd'
import { overlayLayer } from '../overlay-layer.ts'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../Button.tsx'
import { Form } from '../Form.tsx'
import { useBack } from '../use-back.ts'
import '../dialog.css'

type SearchSheetProps = {
  open: boolean
  onClose: () => void
  /** Returns whether the search ran. */
  onSearch: () => boolean
  onReset: () => void
  children: ReactNode
}

/** The filters on a phone, in a sheet from the bottom edge. */
export function SearchSheet({ open, onClose, onSearch, onReset, children }: SearchSheetProps) {
  useBack(open, onClose)
  return (
    <Drawer
      getContainer={overlayLayer}
      open={open}
      placement="bottom"
      size="auto"
      closable={false}
      onClose={onClose}
      aria-label="筛选"
      styles={{ body: { padding: 0 } }}
    >
      <Form
        className="search-sheet"
        role="search"
        onSend={() => {
          if (onSearch()) onClose()
        }}
      >
        <div className="touch row title">
          <h2>筛选</h2>
          <IconButton icon={X} label="关闭" className="mla" onClick={onClose} />
        </div>
        {children}
        <div className="touch-send buttons">
          <Button
            onClick={() => {
              onReset()
              onClose()
            }}
          >
            重置
          </Button>
          <Button kind="pri" submit>
            查询
          </Button>
        </div>
      </Form>
    </Drawer>
  )
}
