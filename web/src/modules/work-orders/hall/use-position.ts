import { create } from 'zustand'
import { companyNow } from '../../../lib/company-time.ts'
import { notify } from '../../../lib/notices.ts'

export type Position = { latitude: number; longitude: number }

/** Where the device was when its user last said so; asked for by a press only, and kept in this window alone. */
export const usePosition = create<{ position: Position | null; at: string; asking: boolean }>(() => ({
  position: null,
  at: '',
  asking: false,
}))

const TIMEOUT_MS = 15_000
/** A position of this age is as good as a new one. */
const FRESH_MS = 60_000

/** Five decimals are a metre. */
const round = (degrees: number) => Math.round(degrees * 100_000) / 100_000

/** Asks the device where it is; false when it does not say. */
export async function askPosition(): Promise<boolean> {
  if (!('geolocation' in navigator)) {
    notify({ kind: 'warning', title: '没有取得位置', text: '此浏览器或网址不支持定位' })
    return false
  }
  usePosition.setState({ asking: true })
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      (place) => {
        keepPosition(place)
        resolve(true)
      },
      ({ code, PERMISSION_DENIED }) => {
        usePosition.setState({ asking: false })
        const text =
          code === PERMISSION_DENIED ? '请在浏览器中允许此网站使用位置' : '设备现在不知道位置，请稍后再试'
        notify({ kind: 'warning', title: '没有取得位置', text })
        resolve(false)
      },
      { timeout: TIMEOUT_MS, maximumAge: FRESH_MS },
    )
  })
}

/** The position if its user has allowed it before and the device says so now; asks nobody. */
export async function takePosition(): Promise<void> {
  if (usePosition.getState().position !== null || !('geolocation' in navigator)) return
  const allowed = await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
  if (allowed?.state !== 'granted') return
  navigator.geolocation.getCurrentPosition(keepPosition, () => undefined, {
    timeout: TIMEOUT_MS,
    maximumAge: FRESH_MS,
  })
}

const keepPosition = ({ coords }: GeolocationPosition) =>
  usePosition.setState({
    position: { latitude: round(coords.latitude), longitude: round(coords.longitude) },
    at: companyNow().format('HH:mm'),
    asking: false,
  })

export const forgetPosition = (): void => usePosition.setState({ position: null, at: '' })
