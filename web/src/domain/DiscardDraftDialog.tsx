import type { Call } from '@heliodesk/contract/call.ts'
import type { ComponentProps } from 'react'
import { SendDialog } from '../kit/SendDialog.tsx'

type DiscardDraftDialogProps<C extends Call<'command'>> = Omit<
  ComponentProps<typeof SendDialog<C>>,
  'said' | 'title' | 'danger'
> & {
  /** Of what the draft is. */
  name: string
}

/** Asks before an unpublished draft is given up. */
export const DiscardDraftDialog = <C extends Call<'command'>>({
  name,
  ...rest
}: DiscardDraftDialogProps<C>) => (
  <SendDialog {...rest} danger said={() => ['草稿已放弃', name]} title={`放弃“${name}”的草稿？`} />
)
