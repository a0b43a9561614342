import { Plus } from 'lucide-react'
import { Button } from './Button.tsx'

type AddButtonProps = {
  size?: 'sm'
  /** What it adds: 添加一段. */
  text: string
  refusal?: string | null
  onAdd: () => void
}

/** Adds a line to what is typed below each other; several may be added in a row. */
export const AddButton = ({ size, text, refusal, onAdd }: AddButtonProps) => (
  <Button size={size} icon={Plus} repeatMs={0} refusal={refusal} onClick={onAdd}>
    {text}
  </Button>
)
