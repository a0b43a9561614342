import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFileDrop } from './use-file-drop.ts'

function Area({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { over, area, onChange } = useFileDrop(onFiles)
  return (
    <div {...area} role="region" aria-label={over ? '松开' : '拖到这里'}>
      <input type="file" aria-label="文件" onChange={onChange} />
    </div>
  )
}

test('an area tells while files are over it, and takes those that are dropped or chosen', () => {
  const onFiles = vi.fn()
  render(<Area onFiles={onFiles} />)
  const area = screen.getByRole('region')
  const name = () => area.getAttribute('aria-label')
  const files = [new File(['x'], 'a.csv')]
  expect(name()).toBe('拖到这里')
  expect(fireEvent.dragOver(area)).toBe(false)
  expect(name()).toBe('松开')
  fireEvent.dragLeave(area)
  expect(name()).toBe('拖到这里')
  fireEvent.dragOver(area)
  expect(fireEvent.drop(area, { dataTransfer: { files } })).toBe(false)
  expect(name()).toBe('拖到这里')
  fireEvent.change(screen.getByLabelText('文件'), { target: { files } })
  expect(onFiles.mock.calls).toEqual([[files], [files]])
})
