import { QueryClientProvider } from '@tanstack/react-query'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../src/app/styles/font.css'
import '../src/app/styles/tokens.css'
import '../src/app/styles/weak.css'
import '../src/app/styles/base.css'
import '../src/app/styles/controls.css'
import '../src/app/styles/marks.css'
import '../src/app/styles/blocks.css'
import { Notices } from '../src/app/Notices.tsx'
import { queryClient } from '../src/lib/queries.ts'
import { loadEntries } from './entries.ts'
import { Gallery } from './Gallery.tsx'

dayjs.locale('zh-cn')

const entries = await loadEntries()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Gallery entries={entries} />
    </QueryClientProvider>
    <Notices />
  </StrictMode>,
)
