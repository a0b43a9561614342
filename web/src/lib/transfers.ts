import { create } from 'zustand'

/** Whether files were transferred in this window; the frame then loads the code that shows transfers. */
export const useTransfers = create<{ wanted: boolean }>(() => ({ wanted: false }))

export const wantTransfers = (): void => {
  if (!useTransfers.getState().wanted) useTransfers.setState({ wanted: true })
}
