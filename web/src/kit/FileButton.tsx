import { useRef } from 'react'
import { Button } from './Button.tsx'
import { FilePicker } from './FilePicker.tsx'
import type { LucideIcon } from 'lucide-react'

type FileButtonProps = {
  icon: LucideIcon
  size?: 'sm'
  /** The button's text. */
  verb: string
  /** What the file is, for screen readers. */
  label: string
  accept: string
  onFile: (file: File) => void
}

/** A button that chooses one file. */
export function FileButton({ icon, size, verb, ...picker }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size={size} icon={icon} onClick={() => input.current?.click()}>
        {verb}
      </Button>
      <FilePicker ref={input} {...picker} />
    </>
  )
}
