import { BookOpen } from 'lucide-react'
import type { WebModule } from '../../lib/web-module.ts'

export const dictionaries: WebModule = {
  pages: {
    'dictionaries/DictionaryPage': () =>
      import('./DictionaryPage.tsx').then((m) => ({ Page: m.DictionaryPage })),
  },
  icons: { 'book-open': BookOpen },
}
