export const pages = {
  'dictionaries/DictionaryPage': () =>
    import('./DictionaryPage.tsx').then((m) => ({ Page: m.DictionaryPage })),
}
