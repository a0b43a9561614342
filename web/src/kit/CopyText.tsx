import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { notify } from '../lib/notices.ts'
import { IconButton } from './Button.tsx'
import './copy-text.css'

/** A button that copies a text and shows a tick for two seconds. */
export function CopyText({ text, label = '复制' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(text)) setCopied(true)
    else notify({ kind: 'warning', title: '复制失败', text: '请选中文字后手动复制' })
  }
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? '已复制' : label}
      small
      onClick={() => void copy()}
    />
  )
}

/** A table cell with a text. The copy button shows while the row is hovered or focused. */
export const CopyCell = ({ text, label }: { text: string; label: string }) => (
  <span className="copyable">
    <span className="t2 ell" title={text}>
      {text}
    </span>
    <CopyText text={text} label={label} />
  </span>
)

/** A field's text with its copy button; nothing for an empty one. */
export const copyable = (text: string | null | undefined, label: string) =>
  text && (
    <span className="copyable">
      {text}
      <CopyText text={text} label={label} />
    </span>
  )
