import type { Call } from '@heliodesk/contract/call.ts'

const titles = new Map<string, string>()

/** Remembers what a served call is called. */
export const keepTitle = ({ method, path, title }: Call): void => void titles.set(`${method} ${path}`, title)

/** What a call is called, by `POST /path`; null for an unknown one. */
export const titleOfCall = (call: string): string | null => titles.get(call) ?? null
