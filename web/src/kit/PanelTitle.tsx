import { X } from 'lucide-react'
import { IconButton } from './Button.tsx'

type PanelTitleProps = {
  text: string
  /** `h1` where it is the title of the page as long as it is open. */
  as?: 'h1' | 'h2'
  className?: string
  onClose: () => void
}

/** The first line of a panel, which closes it. */
export const PanelTitle = ({
  text,
  as: Title = 'h2',
  className = 'touch title',
  onClose,
}: PanelTitleProps) => (
  <div className={className}>
    <Title>{text}</Title>
    <IconButton icon={X} label="关闭" onClick={onClose} />
  </div>
)
