import { create } from 'zustand'

/** Whether files went to and fro in this window, so that the frame fetches what tells of them. */
export const useTransfers = create<{ wanted: boolean }>(() => ({ wanted: false }))

export const wantTransfers = (): void => {
  if (!useTransfers.getState().wanted) useTransfers.setState({ wanted: true })
}
