import { MOST_OPINION, PROCESS_FILES } from '@heliodesk/contract/approvals.ts'
import type { BoundField } from '../../kit/fields/bound-field.ts'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import type { UploadedFile } from '../../kit/use-uploads.ts'

type OpinionFieldProps = Omit<BoundField<string>, 'label'> & { label?: string; placeholder?: string }

/** What somebody says about a step, if they like. */
export const OpinionField = ({ label = '意见', placeholder = '可不填', ...field }: OpinionFieldProps) => (
  <LongTextField {...field} label={label} max={MOST_OPINION} rows={3} placeholder={placeholder} />
)

type ProcessFilesFieldProps = {
  value: readonly UploadedFile[]
  onChange: (files: readonly UploadedFile[]) => void
  onBusy: (busy: boolean) => void
}

/** Files for the history of a process. */
export const ProcessFilesField = (files: ProcessFilesFieldProps) => (
  <FilesField {...files} label="附件" error={null} look="list" purpose="process" max={PROCESS_FILES} />
)
