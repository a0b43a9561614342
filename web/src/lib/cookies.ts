const PREFIX = 'heliodesk_'

/** A value that this browser keeps across sign-in and sign-out until it expires; null when there is none. */
export function readCookie(name: string): string | null {
  const start = `${PREFIX}${name}=`
  const found = document.cookie.split('; ').find((each) => each.startsWith(start))
  return found === undefined ? null : decodeURIComponent(found.slice(start.length))
}

export function writeCookie(name: string, value: string, seconds: number): void {
  document.cookie = `${PREFIX}${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; samesite=lax`
}
