import { parse } from 'bowser'

/** Browser and operating system for display, such as `Chrome 140 · Windows 10`; the name of any other program. */
export function describeDevice(userAgent: string | null): string {
  if (!userAgent) return '未知设备'
  const { browser, os } = parse(userAgent)
  const named = [
    join(browser.name?.replace(/^Microsoft /, ''), majorOf(browser.version)),
    join(os.name, os.versionName ?? os.version),
  ].filter(Boolean)
  return named.length > 0 ? named.join(' · ') : userAgent.slice(0, 40)
}

const join = (...words: (string | undefined)[]) => words.filter(Boolean).join(' ')

const majorOf = (version: string | undefined) => version?.split('.')[0]
