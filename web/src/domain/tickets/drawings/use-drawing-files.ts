import type { ShownDrawing } from '@heliodesk/contract/ticket-drawings.ts'
import { useState } from 'react'
import type { UploadedFile } from '../../../kit/use-uploads.ts'

/** The files of the drawings in a form, which sends only their paths. */
export function useDrawingFiles(drawings: readonly ShownDrawing[] = []) {
  const [learned, setLearned] = useState<readonly UploadedFile[]>([])
  const [uploading, setUploading] = useState(false)
  const all = [...drawings.map(({ file }) => file), ...learned]
  return {
    known: new Map(all.map((file): [string, UploadedFile] => [file.path, file])),
    learn: (files: readonly UploadedFile[]) => setLearned((before) => [...before, ...files]),
    uploading,
    onBusy: setUploading,
  }
}
export type DrawingFiles = ReturnType<typeof useDrawingFiles>
