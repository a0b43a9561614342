import { create } from 'zustand'

/** Whether the dialog for the user's own password is wanted; the frame shows it, whichever page asks. */
export const useOwnPassword = create<{ wanted: boolean }>(() => ({ wanted: false }))

export const changeOwnPassword = (): void => useOwnPassword.setState({ wanted: true })
