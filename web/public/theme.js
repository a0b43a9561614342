// Sets theme and colour-weak mode before the first paint. It stands alone because inline scripts are forbidden by the
// page's policy; src/app/preferences.ts writes what is read here.
;(() => {
  let theme = null
  let weak = false
  try {
    ;({ theme, weak } = JSON.parse(localStorage.getItem('heliodesk__preferences')).value.preferences)
  } catch {
    // Nothing stored, or no storage allowed: the system's wish counts.
  }
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.theme = theme
  if (weak) document.documentElement.dataset.weak = ''
})()
