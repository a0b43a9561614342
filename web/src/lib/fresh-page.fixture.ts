import { vi } from 'vitest'

/** Empties the storages and opens this page; reloading it only calls `reload`. */
export function freshPage(hash: string, reload: () => void): void {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  window.location.hash = hash
}
