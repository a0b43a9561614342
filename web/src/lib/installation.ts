import { create } from 'zustand'

/** The browser's own question, which it lets us ask once. */
type Question = Event & { prompt: () => Promise<unknown>; userChoice: Promise<{ outcome: string }> }

export const useInstallation = create<{ question: Question | null; installed: boolean }>(() => ({
  question: null,
  installed: isInstalled(),
}))

/** Hears the browser offer the installation, which it does once and early. */
export function hearInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useInstallation.setState({ question: event as Question })
  })
  window.addEventListener('appinstalled', () => useInstallation.setState({ question: null, installed: true }))
}

/** Asks with the browser's question; a phone that was told yes keeps what we store until it is removed. */
export async function install(): Promise<void> {
  const { question } = useInstallation.getState()
  if (!question) return
  useInstallation.setState({ question: null })
  await question.prompt()
  const { outcome } = await question.userChoice
  if (outcome === 'accepted') await navigator.storage?.persist?.()
}

/** Opened from the home screen. */
function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && !!navigator.standalone)
  )
}

/** Where an app shows the product in a window of its own, it cannot be installed, and it may forget what is stored. */
export type Host = 'WeCom' | 'DingTalk' | 'WeChat'

export function hostOf(agent: string = navigator.userAgent): Host | null {
  if (/wxwork/i.test(agent)) return 'WeCom'
  if (/DingTalk/i.test(agent)) return 'DingTalk'
  return /MicroMessenger/i.test(agent) ? 'WeChat' : null
}

/** iPads of today call themselves Macs. */
export const isIos = (agent: string = navigator.userAgent): boolean =>
  /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1)
