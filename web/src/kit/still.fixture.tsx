import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'

/** A `wrapper` for render that disables animations, so that popups appear at once. */
export const Still = ({ children }: { children: ReactNode }) => (
  <ConfigProvider theme={{ token: { motion: false } }}>{children}</ConfigProvider>
)
