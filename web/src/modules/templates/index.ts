import type { Pages } from '../../modules.ts'

export const pages: Pages = {
  'templates/TemplatePage': async () => ({ Page: (await import('./TemplatePage.tsx')).TemplatePage }),
}
