const LOGIN = '/user/login'

/** Where somebody without a token stands: the login, which remembers where they wanted to go (spec 1 §2.3). */
export function signInPath(hash: string): string {
  const path = hash.replace(/^#/, '')
  if (path === LOGIN || path.startsWith(`${LOGIN}?`)) return path
  if (path === '' || path === '/' || path.startsWith('/user')) return LOGIN
  return `${LOGIN}?redirect=${encodeURIComponent(path)}`
}

/** Where the workspace opens: at the path itself, or from the login at what its `redirect` says. */
export function landingPath(hash: string): string {
  const path = hash.replace(/^#/, '')
  if (!path.startsWith('/user')) return path === '' ? '/' : path
  const redirect = new URLSearchParams(path.split('?')[1]).get('redirect')
  return redirect !== null && /^\/(?!\/|user\b)/.test(redirect) ? redirect : '/'
}
