/** The message to frames of other systems when the session ends. */
const LOGOUT = 'logout'

/** Notifies the embedded apps of the sign-out; each receives the message at its own origin only. */
export function tellFramesOfLogout(): void {
  for (const frame of document.querySelectorAll('iframe'))
    frame.contentWindow?.postMessage(LOGOUT, new URL(frame.src, location.href).origin)
}
