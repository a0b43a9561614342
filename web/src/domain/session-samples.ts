import type { Session } from './SessionList.tsx'

/** A session of a browser; the first one is the one in use. */
export const sessionOf = (at: number, device: string, more: Partial<Session> = {}): Session => ({
  sessionId: `session-${at}`,
  device,
  deviceId: null,
  clientAddress: `10.0.0.${at}`,
  method: 'password',
  signInTime: '2026-06-18 09:00:00',
  lastUsedTime: '2026-06-18 10:00:00',
  idleSeconds: at * 3600,
  current: at === 1,
  ...more,
})
