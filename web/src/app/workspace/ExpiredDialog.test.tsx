import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { ExpiredDialog } from './ExpiredDialog.tsx'

test('says that the session expired, and its one button signs in again', () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  useSession.setState({ token: 'T' })
  render(<ExpiredDialog />)
  expect(screen.getByRole('dialog', { name: '登录已过期' }).textContent).toContain(
    '很抱歉，登录已过期，请重新登录',
  )
  expect(screen.getAllByRole('button')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: '重新登录' }))
  expect(reload).toHaveBeenCalledOnce()
  expect(useSession.getState().token).toBeNull()
  reload.mockRestore()
})
