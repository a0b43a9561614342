import { useState, type ChangeEvent, type DragEvent } from 'react'

/** Accepts files dropped on an area or chosen in its input; `over` is true while files are dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  return {
    over,
    /** Props of the area. */
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
    /** Props of the file input. */
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      onFiles([...(event.target.files ?? [])])
      // Allows choosing the same file again, for example after correcting it.
      event.target.value = ''
    },
  }
}
