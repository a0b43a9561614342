import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'

/** For `wrapper` of render: nothing moves, so that what opens is there at once. */
export const Still = ({ children }: { children: ReactNode }) => (
  <ConfigProvider theme={{ token: { motion: false } }}>{children}</ConfigProvider>
)
