import { INQUIRY_FILES, type InquiryBox } from '@heliodesk/contract/inquiries.ts'
import { useState } from 'react'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import { uploadHint, type UploadedFile } from '../../kit/use-uploads.ts'

type AttachmentFieldProps = {
  label: string
  box: InquiryBox
  error: string | null
  /** Paths of uploaded files, as the call takes them; undefined without any. */
  onPaths: (paths: string[] | undefined) => void
  onBusy: (busy: boolean) => void
}

export function AttachmentField({ label, box, error, onPaths, onBusy }: AttachmentFieldProps) {
  const [files, setFiles] = useState<UploadedFile[]>([])
  return (
    <FilesField
      label={label}
      error={error}
      hint={`可直接粘贴或拖入；${uploadHint(box, INQUIRY_FILES)}`}
      purpose={box}
      max={INQUIRY_FILES}
      value={files}
      onChange={(chosen) => {
        setFiles(chosen)
        onPaths(chosen.length > 0 ? chosen.map(({ path }) => path) : undefined)
      }}
      onBusy={onBusy}
    />
  )
}
