import { jobCalls, titleOfJob, type BackgroundJob } from '@heliodesk/contract/jobs.ts'
import { CommandDialog } from '../../kit/CommandDialog.tsx'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'

/** Asks why a job is given up; the reason stays with it. */
export function GiveUpDialog({ job, ...dialog }: OverlayProps & { job: BackgroundJob }) {
  const form = useForm(jobCalls.giveUp.input, { jobNo: job.jobNo })
  const saving = useSaving(jobCalls.giveUp, {
    form,
    said: () => ['任务已放弃', titleOfJob(job.kind)],
    onClose: dialog.onClose,
  })
  return (
    <CommandDialog
      {...dialog}
      title="放弃这件任务？"
      text={`${titleOfJob(job.kind)}${job.object ? `：${job.object}` : ''}。不再自动重试，原因随任务保留。`}
      verb="放弃"
      danger
      saving={saving}
      form={form.form}
      onConfirm={() => form.submit(saving.send)}
    >
      <NoteField {...form.field('reason')} label="原因" required />
    </CommandDialog>
  )
}
