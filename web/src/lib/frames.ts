/** What frames of other systems hear when the session here is over. */
const LOGOUT = 'logout'

/** Tells the apps embedded in this page that nobody is signed in any more; each hears it at its own origin only. */
export function tellFramesOfLogout(): void {
  for (const frame of document.querySelectorAll('iframe'))
    frame.contentWindow?.postMessage(LOGOUT, new URL(frame.src, location.href).origin)
}
