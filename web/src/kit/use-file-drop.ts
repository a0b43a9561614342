import { useState, type ChangeEvent, type DragEvent } from 'react'

/** Takes files that are dropped on an area or chosen in its input; `over` while something hovers to be dropped. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  return {
    over,
    /** For the area. */
    area: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
    /** For the file input. */
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      onFiles([...(event.target.files ?? [])])
      // The same file may be chosen again, after it was corrected for example.
      event.target.value = ''
    },
  }
}
